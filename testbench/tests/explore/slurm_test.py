#!/usr/bin/env python3
"""A plan on a real Slurm cluster: munged, slurmctld and slurmd of its own, on loopback, in a temporary folder.

    slurm_test.py COLLISIONCHIP

One task is requeued while it runs, another one is killed. The merged results must be, byte for byte, those of a run on
this host, and each result must have been stored once. Exit status 77: Slurm is not installed, or
there is no /sys, in which its node finds its processors.
"""
import os
import pathlib
import pwd
import re
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

DAEMONS = ("munged", "slurmctld", "slurmd")
TASKS = 4
PLAN = """
[[axis]]
key = "stack_engine.look_ahead"
from = 1
to = 40

[[workload]]
name = "parts"
a = { kind = "torus-knot", triangles = 3000 }
b = { kind = "gear", triangles = 3000 }
poses = "poses.txt"

[[workload]]
name = "from a file"
a = "objects/bolt.obj"
b = { kind = "gear", triangles = 200 }
poses = ["0 0.2 0 1 0 0 0"]
first = true
"""
# Root may run it, nothing is accounted, and a requeued task need not wait for its old credential to expire.
CONF = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=2
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
KillWait=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def daemon_path(name):
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.1)
    raise AssertionError(f"waited {seconds} s in vain: {what}")


class Cluster:
    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        for name in ("state", "spool"):
            (folder / name).mkdir(parents=True)
        key = folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        host = socket.gethostname().split(".")[0]
        (folder / "slurm.conf").write_text(CONF.format(
            host=host, user=pwd.getpwuid(os.getuid()).pw_name, folder=folder, controller_port=free_port(),
            node_port=free_port()))
        self.environment = dict(os.environ, SLURM_CONF=str(folder / "slurm.conf"))
        self.start("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket",
                   f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log",
                   f"--seed-file={folder}/munge.seed")
        wait_for("munged", (folder / "munge.socket").exists)
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D", "-N", host)
        try:
            wait_for("an idle node", lambda: "idle" in self.run("sinfo", "-h", "-o", "%T"))
        except AssertionError as error:
            self.stop()
            raise AssertionError(f"{error}\n{self.last_words()}") from None

    def last_words(self):
        """Of the daemons, which alone know why."""
        logs = sorted([*self.folder.glob("*.log"), *self.folder.glob("*.out")])
        return "\n".join(f"{log.name}: {line}" for log in logs for line in log.read_text().splitlines()[-8:])

    def start(self, name, *arguments):
        log = open(self.folder / f"{name}.out", "w")
        self.daemons.append(subprocess.Popen([daemon_path(name), *arguments], env=self.environment, stdout=log, stderr=log))

    def run(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout

    def stop(self):
        self.run("scancel", "--full", "--user", pwd.getpwuid(os.getuid()).pw_name)
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(15)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def rows(file):
    """Results stored in a database, which a task may be writing."""
    if not file.exists():
        return 0
    copy = file.with_name(f".{file.name}.copy")
    for suffix in ("", "-wal"):
        if pathlib.Path(f"{file}{suffix}").exists():
            shutil.copy(f"{file}{suffix}", f"{copy}{suffix}")
    try:
        with sqlite3.connect(copy) as database:
            return database.execute("SELECT count(*) FROM results").fetchone()[0]
    except sqlite3.Error:
        return 0  # caught in the middle of a write
    finally:
        for left in copy.parent.glob(f"{copy.name}*"):
            left.unlink()


def process_of(task, out):
    """The parent process of a task of ours, by its command line."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().decode().split("\0")
        except (OSError, UnicodeDecodeError):
            continue
        if f"{task}/{TASKS}" in words and str(out) in words and entry.name.isdigit():
            found.append(int(entry.name))
    return min(found) if found else None


def results(folder):
    return (folder / "results.csv").read_bytes(), (folder / "results.json").read_bytes()


class Test:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        (folder / "objects").mkdir()
        subprocess.run([program, "mesh", "bolt", folder / "objects/bolt.obj", "--triangles", "500"], check=True,
                       stdout=subprocess.DEVNULL)
        # A result takes a fifth of a second: there is time to stop a task in the middle.
        (folder / "poses.txt").write_text("".join(f"{0.02 * i} 0.1 0.2 1 0.5 0.3 0\n" for i in range(16)))
        (folder / "look_ahead.toml").write_text(PLAN)
        self.cluster = Cluster(folder / "cluster")

    def explore(self, out, *arguments):
        return subprocess.run([self.program, "explore", "look_ahead.toml", "--out", out, *arguments], cwd=self.folder,
                              env=self.cluster.environment, capture_output=True, text=True, check=True).stdout

    def submit(self, out):
        printed = self.explore(out, "--slurm", "--tasks", str(TASKS))
        array, merge = re.search(r"array (\d+) of \d+ tasks, merge (\d+)", printed).groups()
        return array, merge

    def states(self, array):
        return dict(line.split(maxsplit=1) for line in
                    self.cluster.run("squeue", "-h", "-r", "-j", array, "-o", "%i %T").splitlines())

    def wait_for_merge(self, merge):
        def over():
            return "JobState=COMPLETED" in self.job(merge) or "JobState=FAILED" in self.job(merge)
        wait_for("the merge", over, 600)
        return "JobState=COMPLETED" in self.job(merge)

    def job(self, number):
        return self.cluster.run("scontrol", "show", "job", number)

    def run(self):
        self.explore("local", "--jobs", "2")
        local = results(self.folder / "local")
        out = self.folder / "out"

        # A node that goes away, a higher priority: the cluster stops a task and runs it again.
        array, merge = self.submit("out")
        names = self.cluster.run("squeue", "-h", "-j", f"{array},{merge}", "-o", "%j").split()
        assert "look_ahead" in names and "merge-look_ahead" in names, names
        wait_for("some results of task 1", lambda: rows(out / f"shards/1-of-{TASKS}.sqlite") >= 4)
        before = rows(out / f"shards/1-of-{TASKS}.sqlite")
        self.cluster.run("scontrol", "requeue", f"{array}_1")
        wait_for("task 1 waiting again", lambda: self.states(array).get(f"{array}_1") == "PENDING")
        stopped = rows(out / f"shards/1-of-{TASKS}.sqlite")
        assert before <= stopped < 20, (before, stopped)
        self.cluster.run("scontrol", "update", f"jobid={array}_1", "StartTime=now")
        assert self.wait_for_merge(merge), (out / "slurm/merge.log").read_text()
        assert results(out) == local, "requeued: not the bytes of the local run"
        log = (out / "slurm/task-1.log").read_text()
        reused = int(re.findall(r"reused +(\d+)", log)[-1])
        computed = int(re.findall(r"computed +(\d+)", log)[-1])
        assert reused == stopped and computed + reused == 20, (stopped, reused, computed)
        assert [rows(out / f"shards/{i}-of-{TASKS}.sqlite") for i in range(TASKS)] == [20] * TASKS
        assert rows(out / "explore.sqlite") == 80
        print(f"requeued: task 1 had {stopped} of 20 results and computed the other {computed}")

        # A task that dies: the merge says what is missing; submitting again computes only that.
        out = self.folder / "killed"
        array, merge = self.submit("killed")
        wait_for("some results of task 2", lambda: rows(out / f"shards/2-of-{TASKS}.sqlite") >= 4)
        os.kill(process_of(2, out), signal.SIGKILL)
        wait_for("the end of task 2", lambda: f"{array}_2" not in self.states(array))
        stopped = rows(out / f"shards/2-of-{TASKS}.sqlite")
        assert 4 <= stopped < 20, stopped
        assert not self.wait_for_merge(merge)
        assert f"{20 - stopped} results are missing" in (out / "slurm/merge.log").read_text()
        array, merge = self.submit("killed")
        assert self.wait_for_merge(merge), (out / "slurm/merge.log").read_text()
        assert results(out) == local, "killed: not the bytes of the local run"
        computed = [int(re.findall(r"computed +(\d+)", (out / f"slurm/task-{i}.log").read_text())[-1]) for i in range(TASKS)]
        assert computed == [0, 0, 20 - stopped, 0], computed
        assert rows(out / "explore.sqlite") == 80
        print(f"killed: {20 - stopped} results were missing, and only they were computed")


def main():
    missing = [name for name in (*DAEMONS, "sbatch", "squeue", "scontrol") if daemon_path(name) is None]
    if missing:
        print(f"skipped: not installed: {', '.join(missing)} (apt install slurm-wlm munge)")
        return 77
    if not pathlib.Path("/sys/devices/system").is_dir():
        print("skipped: there is no /sys, and slurmd finds no processors without it")
        return 77
    with tempfile.TemporaryDirectory(prefix="collisionchip_slurm_") as folder:
        test = Test(os.path.abspath(sys.argv[1]), pathlib.Path(folder))
        try:
            test.run()
        finally:
            test.cluster.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())

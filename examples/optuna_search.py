#!/usr/bin/env python3
"""Optuna looks for the machine with the least cycles x mm2 (docs/python.md). Debian: python3-optuna."""
import collisionchip as cc
import optuna

gear, casting = cc.Shape.make("gear", triangles=1000), cc.Shape.make("finned-casting", triangles=1000)
poses = [[0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1], [0.2, 0.3, 0, 1, 0, 0, 0.2]]
optuna.logging.set_verbosity(optuna.logging.WARNING)
study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=1))

with cc.Machine("paper41").evaluator(gear, casting, poses, statistics=["cycles", "chip.area_um2"]) as evaluate:
    def cost(trial):
        answer = evaluate({"dop_unit.dotadds": trial.suggest_categorical("dop_unit.dotadds", [1, 2, 4, 8]),
                           "sdram.page_policy": trial.suggest_categorical("sdram.page_policy", ["open", "closed"]),
                           "stack_engine.look_ahead": trial.suggest_int("stack_engine.look_ahead", 1, 16),
                           "triangle_unit.cache_lines": 2 ** trial.suggest_int("log2 cache_lines", 4, 9)})
        return answer["cycles"] * answer["chip.area_um2"] / 1e6
    study.enqueue_trial({"dop_unit.dotadds": 2, "sdram.page_policy": "open", "stack_engine.look_ahead": 4, "log2 cache_lines": 7})
    study.optimize(cost, n_trials=40)
print(f"paper41 {study.trials[0].value / 1e6:.2f}, best {study.best_value / 1e6:.2f} million cycles x mm2: {study.best_params}")

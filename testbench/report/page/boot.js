'use strict';
// The last script: all sections are known, the page can be drawn.
report.start();

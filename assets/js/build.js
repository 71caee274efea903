// Makes from assets/js what is in assets/dist; `make generate` runs it.
//
//   dist/web/*.js, dist/web.json   what pages load, of our own code alone: committed
//   dist/echarts.js.gz             the chart library, from npm: not committed
//
// With the argument libraries it makes only what is not committed, so that a test sees the rest as it was committed.
import { argv } from 'node:process';
import { library } from './build/library.js';
import { pages } from './build/pages.js';

const dist = 'assets/dist';

if (argv[2] !== 'libraries') await pages(dist);
await library(dist);

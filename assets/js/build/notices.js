import { readFile } from 'node:fs/promises';

// notices is the banner of a bundle that others' code is in: bundles are part of the command and of published sites, and
// the notices go along. names are files of packages.
export const notices = async (contents, names) => {
  const texts = await Promise.all(names.map((name) => readFile(`node_modules/${name}`, 'utf8')));
  const all = texts.map((text) => text.trim().replaceAll('*/', '* /'));
  return { js: `/*\nThis file contains ${contents}:\n\n${all.join('\n\n')}\n*/` };
};

export const echartsNotices = () => notices(
  'Apache ECharts, under the Apache License 2.0, with ZRender, tslib and parts of d3.js',
  ['echarts/NOTICE', 'echarts/licenses/LICENSE-d3', 'zrender/LICENSE', 'tslib/LICENSE.txt'],
);

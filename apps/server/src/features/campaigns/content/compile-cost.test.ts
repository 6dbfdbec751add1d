import { compileContent } from '@waggle/email/content/compile';
import { aDraft } from '@waggle/email/content/draft.fixture';
import { expect, test } from 'vitest';
import { startProcessorWatch } from '../../../../test/harness/watch.ts';
import { loadMjml } from './load-mjml.ts';

const compile = (html: string) => compileContent(aDraft({ html }), 'https://mail.example.com/', loadMjml);
const megabyte = (unit: string) => unit.repeat(Math.floor(1_048_576 / unit.length));

test.each([
  '<p>Hello <a href="https://a.example/">x</a></p>',
  '<',
  '<a ',
  '<b></i>',
  '<!--',
  '<![if x]>',
  '<p style="/*',
  '<style>expression ',
  '<style>a',
  '<p style="javascript',
  '<table><tr><td>',
  '&amp',
])('HTML of a megabyte of %j is settled in 2 seconds', async (unit) => {
  const usedMs = startProcessorWatch();

  await compile(megabyte(unit));

  expect(usedMs()).toBeLessThan(2_000);
});

test.each([
  '{% if plan %}',
  '{{ plan }}',
  '{{',
  '{%',
  '{{{{',
  '{% case plan %}{% when 1 %}',
  '{% if plan %}a{% endif %}',
  '{{ plan | default: "',
  '{{ plan | upcase | upcase | upcase }}',
  '{{ plan | upcase ',
  "{% if plan == 'x' or ",
])('Liquid of a megabyte of %j is settled in 100 ms and 20 MB', async (unit) => {
  const html = megabyte(unit);
  await compile(unit);
  const memory = process.memoryUsage().rss;
  const usedMs = startProcessorWatch();

  const { problems } = await compile(html);

  const used = usedMs();
  expect(problems.some(({ severity }) => severity === 'error')).toBe(true);
  expect(used).toBeLessThan(100);
  expect(process.memoryUsage().rss - memory).toBeLessThan(20 * 1_048_576);
});

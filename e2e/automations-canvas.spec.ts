import { expect, test } from '@playwright/test';
import type { Automation } from '../packages/contracts/src/automations.ts';
import { registerByCall, signedInAt } from './people.ts';

/** Eight letters, as ids of steps are. */
const idOf = (at: number) => `wait${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}ab`;
const document100 = {
  format: 1,
  triggers: [{ kind: 'manual' }],
  entry: { filter: null, again: 'never', notWithinDays: 0 },
  stay: { filter: null, leaveWhen: [] },
  goal: null,
  hours: null,
  steps: Array.from({ length: 100 }, (_, at) => ({ id: idOf(at), kind: 'wait', for: { amount: 1, unit: 'days' } })),
};

/** Milliseconds from the last byte of the chunk until all steps are drawn and one of them has taken a press. */
async function drawnAfter(steps: number): Promise<number> {
  const began = performance.now();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const choices = [...document.querySelectorAll<HTMLElement>('[role=radio]')];
  choices.find(({ textContent }) => textContent === 'Canvas')!.click();
  const drawn = () =>
    [...document.querySelectorAll<HTMLElement>('.react-flow__node-step')].filter(
      (node) => getComputedStyle(node).visibility === 'visible',
    );
  while (drawn().length < steps) await frame();
  const button = drawn()[0]!.querySelector<HTMLElement>('[data-select]')!;
  button.click();
  while (button.getAttribute('aria-current') !== 'true') await frame();
  const pressed = performance.now();
  const loaded = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime >= began) as PerformanceResourceTiming[];
  return pressed - Math.max(began, ...loaded.map(({ responseEnd }) => responseEnd));
}

test('a canvas of 100 steps can be used within 500 ms of its code', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const answer = await api.post('/api/automations', { data: { name: 'Bread club', document: document100 } });
  const { id } = (await answer.json()) as Automation;
  await signedInAt(page, email);
  const times: number[] = [];
  // Others use the machine too: the best of five is what the page itself takes.
  for (let tried = 0; tried < 5; tried += 1) {
    await page.goto(`/dashboard/automations/${id}`);
    await page.evaluate(() => localStorage.setItem('waggle.journey-view', 'list'));
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Canvas' })).toBeVisible();
    await expect(page.locator('[data-select]')).toHaveCount(101);
    times.push(Math.round(await page.evaluate(drawnAfter, 100)));
    await expect(page.locator('.react-flow__edge')).toHaveCount(100);
  }
  console.log(`canvas of 100 steps: ${times.join(', ')} ms after its chunk`);
  expect(Math.min(...times)).toBeLessThanOrEqual(500);
});

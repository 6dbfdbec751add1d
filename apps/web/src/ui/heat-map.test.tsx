// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { HeatMap, heatLevel } from './heat-map.tsx';

afterEach(cleanup);

const open = () =>
  render(
    <HeatMap
      rows={['Mon', 'Tue']}
      columns={['8 AM', '9 AM', '10 AM']}
      values={[
        [0, 1, 10],
        [5, 2, 0],
      ]}
      describe={(row, column) => `cell ${row} ${column}`}
    />,
  );

test('Tab stops once, and the arrow keys walk from cell to cell', async () => {
  const user = userEvent.setup();
  open();

  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('gridcell', { name: 'cell 1 1' }));

  await user.keyboard('{End}{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('gridcell', { name: 'cell 1 2' }));

  await user.tab();
  expect(screen.getAllByRole('gridcell')).not.toContain(document.activeElement);
});

test('nothing is the lightest shade, one the next, the most the darkest', () => {
  expect([0, 1, 10].map((value) => heatLevel(value, 10))).toEqual([0, 1, 5]);
});

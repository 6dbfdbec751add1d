// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useUnit } from './units.ts';

afterEach(cleanup);

function Verdict() {
  const [unit] = useUnit();
  return <p>{`told in ${unit}`}</p>;
}

function Choice() {
  const [, choose] = useUnit();
  return (
    <button type="button" onClick={() => choose('in')}>
      inches
    </button>
  );
}

test('a unit that is chosen changes every size on the screen, and is kept', () => {
  render(
    <>
      <Verdict />
      <Choice />
    </>,
  );

  fireEvent.click(screen.getByRole('button', { name: 'inches' }));

  expect(screen.getByText('told in in')).toBeDefined();
  expect(localStorage.getItem('waggle.print-unit')).toBe('in');
});

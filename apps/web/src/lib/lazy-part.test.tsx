// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

afterEach(cleanup);

const Bell = ({ name }: { name: string }) => <button type="button">{name}</button>;

/** A server whose answers are given by hand, in the order it was asked. */
function start() {
  const asked: PromiseWithResolvers<typeof Bell>[] = [];
  const fetchBell = () => {
    const answer = Promise.withResolvers<typeof Bell>();
    asked.push(answer);
    return answer.promise;
  };
  const fail = (at: number) => act(async () => asked[at]?.reject(new TypeError('Failed to fetch')));
  const arrive = (at: number) => act(async () => asked[at]?.resolve(Bell));
  return { asked, fetchBell, fail, arrive };
}

test('one that cannot be fetched is left out, the page stays, and its next rendering asks again', async () => {
  const { asked, fetchBell, fail, arrive } = start();
  const Part = lazyPart(fetchBell, { placeholder: <p>Soon</p> });
  const page = () => (
    <>
      <input aria-label="Name" />
      <Part name="Bell" />
    </>
  );
  const { rerender } = render(page());
  const input = screen.getByLabelText('Name');

  await fail(0);
  expect(screen.getByText('Soon')).toBeTruthy();
  expect(asked).toHaveLength(1);
  rerender(page());
  expect(asked).toHaveLength(2);
  await arrive(1);

  expect(screen.getByRole('button', { name: 'Bell' })).toBeTruthy();
  expect(screen.queryByText('Soon')).toBeNull();
  expect(screen.getByLabelText('Name')).toBe(input);
});

test('it is asked for once, however often it is rendered, and once there it shows at once', async () => {
  const { asked, fetchBell, arrive } = start();
  const Part = lazyPart(fetchBell);
  const { rerender } = render(<Part name="One" />);
  rerender(<Part name="Two" />);
  render(<Part name="Other" />);

  await arrive(0);
  render(<Part name="Late" />);

  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Two', 'Other', 'Late']);
  expect(asked).toHaveLength(1);
});

test('who is gone before it fails is told nothing', async () => {
  const { fetchBell, fail } = start();
  const onFailed = vi.fn<(props: { name: string }) => void>();
  const Part = lazyPart(fetchBell, { onFailed });
  const { unmount } = render(<Part name="Gone" />);
  unmount();
  render(<Part name="Here" />);

  await fail(0);

  expect(onFailed.mock.calls).toEqual([[{ name: 'Here' }]]);
});

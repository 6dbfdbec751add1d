// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { runMutation } from './run-mutation.ts';

const client = new QueryClient();
const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

test.each(['works', 'fails'] as const)('what became of a change that %s is told when its card is gone', async (end) => {
  const gate = Promise.withResolvers<string>();
  const { result, unmount } = renderHook(() => useMutation({ mutationFn: () => gate.promise }), { wrapper: within });
  const [onSuccess, onError, onSettled] = [vi.fn(), vi.fn(), vi.fn()];

  runMutation(result.current, undefined, { onSuccess, onError, onSettled });
  unmount();
  if (end === 'works') gate.resolve('done');
  else gate.reject(new Error('refused'));

  await vi.waitFor(() => expect(onSettled).toHaveBeenCalledOnce(), 30_000);
  expect([onSuccess.mock.calls.length, onError.mock.calls.length]).toEqual(end === 'works' ? [1, 0] : [0, 1]);
});

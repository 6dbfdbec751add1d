// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import type { User } from '@waggle/contracts/accounts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { sessionQuery } from './session-query.ts';
import { useUser } from './session.ts';

test('who signs out is drawn as they were until the screen is left', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(sessionQuery.queryKey, { id: 'priya', name: 'Priya' } as User);
  let drawAgain!: (times: number) => void;
  function Part() {
    const [times, setTimes] = useState(0);
    drawAgain = setTimes;
    return `${useUser().name} ${times}`;
  }
  render(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  );

  act(() => {
    client.clear();
    client.setQueryData(sessionQuery.queryKey, null);
    drawAgain(1);
  });

  expect(screen.getByText('Priya 1')).toBeTruthy();
});

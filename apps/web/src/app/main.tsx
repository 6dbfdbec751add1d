import '#ui/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from '#features/accounts/index.ts';
import { saySight } from '#lib/api.ts';
import { startI18n } from '#lib/i18n.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { checkSession } from './check-session.ts';
import { createAppRouter } from './router.tsx';

const queryClient = createQueryClient(() => void checkSession(queryClient, () => router.invalidate()));
const router = createAppRouter(queryClient);

saySight(() => {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  return user ? `${user.id}:${user.activeClientId ?? ''}` : undefined;
});

async function start() {
  await startI18n();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

// Asked while the texts load, so the guards need not wait for one after the other.
void queryClient.prefetchQuery(sessionQuery);
void start();

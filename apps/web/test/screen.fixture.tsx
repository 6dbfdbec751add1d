import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@waggle/contracts/accounts';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { sessionQuery } from '#features/accounts/index.ts';
import { loadTexts, startI18n, type Namespace } from '#lib/i18n.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { dismissAllToasts } from '#ui/toast-store.ts';
import { ToastProvider } from '#ui/toast.tsx';

// A search waits 250 ms for the next letter and a skeleton stays for 300; a busy machine adds to both.
configure({ asyncUtilTimeout: 20_000 });

export const ann: User = {
  id: '0197e5a0-0000-7000-8000-0000000000a1',
  email: 'ann@example.com',
  name: 'Ann Keller',
  role: 'ADMIN',
  isOwner: true,
  organizationId: '0197e5a0-0000-7000-8000-0000000000a2',
  subscriptionTier: 'lite',
  sellsPlans: true,
  locale: 'en',
  theme: 'light',
  timezone: null,
  shownTimezone: 'UTC',
  twoFactorEnabled: false,
  photoUrl: null,
  emailConfirmed: true,
  activeClientId: null,
  activeClientName: null,
  activeClientArchived: false,
  mustChooseClient: false,
  clientId: null,
  clients: [],
  product: null,
  guest: null,
  createdAt: '2026-05-01T10:00:00.000Z',
};

/** A call as the server would see it. */
export type Asked = { call: string; query: Record<string, string>; body: unknown };
/** `GET /api/clients` and what it answers; a call that is not listed fails as a lost network would. */
type Answers = Record<string, (asked: Asked) => Response | Promise<Response>>;

/** The server, at the only place where it is replaced. */
function answerCalls(answers: Answers): Asked[] {
  const calls: Asked[] = [];
  const answer = async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'https://waggle.example');
    const call = `${method} ${pathname}`;
    const asked: Asked = {
      call,
      query: Object.fromEntries(searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    calls.push(asked);
    const reply = answers[call];
    if (!reply) throw new TypeError('Failed to fetch');
    return reply(asked);
  };
  vi.stubGlobal('fetch', vi.fn<typeof answer>(answer));
  return calls;
}

/** The one shape of a failure. */
export const refusal = (status: number, code: string, message: string, fields?: Record<string, string>) =>
  Response.json({ code, message, ...(fields && { fields }) }, { status });

type Screen = {
  component: () => ReactNode;
  texts: Namespace[];
  answers?: Answers;
  role?: User['role'];
  /** What is different of the one who is signed in. */
  person?: Partial<User>;
  /** Path and query the person came by. */
  address?: string;
  validateSearch?: (search: Record<string, unknown>) => object;
};

/** A part of the app behind its address, for somebody who is signed in. */
export async function openScreen(wanted: Screen) {
  const { component, texts, answers = {}, role = ann.role, person, address = '/', validateSearch } = wanted;
  await startI18n();
  await loadTexts(...texts);
  const calls = answerCalls(answers);
  const client = createQueryClient(() => {});
  const user: User = { ...ann, ...person, role };
  client.setQueryData(sessionQuery.queryKey, user);
  const root = createRootRoute({ component: Outlet });
  const [path = '/'] = address.split('?');
  const screen = createRoute({
    getParentRoute: () => root,
    path,
    component,
    ...(validateSearch && { validateSearch }),
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([screen]), history });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <RouterProvider router={router as never} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), calls, search: () => router.state.location.search as Record<string, unknown> };
}

export function closeScreen(): void {
  cleanup();
  dismissAllToasts();
  vi.unstubAllGlobals();
}

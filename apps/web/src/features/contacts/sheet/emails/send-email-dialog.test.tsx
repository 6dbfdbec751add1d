// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { ContactDetail } from '@waggle/contracts/contacts';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen, refusal, type Asked } from '../../../../../test/screen.fixture.tsx';
import { SendEmailDialog } from './send-email-dialog.tsx';

afterEach(closeScreen);

const contactId = '0197e5a0-0000-7000-8000-0000000000c1';
const senderId = '0197e5a0-0000-7000-8000-0000000000f1';
const ready = {
  senders: [{ id: senderId, name: 'Maple & Rye', email: 'hello@maple.example' }],
  footer: { organizationName: 'Maple & Rye', postalAddress: '1 High Street' },
  problem: null,
};

type Trial = { options?: object; answer?: (asked: Asked) => Response };

async function openDialog({ options = ready, answer }: Trial = {}) {
  const contact = { id: contactId, email: 'hannah@example.com', firstName: 'Hannah', lastName: 'Okafor' };
  const at = `/api/contacts/${contactId}/emails`;
  let closed = false;
  const opened = await openScreen({
    component: () => <SendEmailDialog contact={contact as ContactDetail} onClose={() => (closed = true)} />,
    texts: ['contacts', 'contact-sheet', 'shell', 'app'],
    answers: {
      [`GET ${at}/options`]: () => Response.json(options),
      [`POST ${at}`]:
        answer ?? (({ body }) => Response.json({ ...(body as object), state: 'waiting' }, { status: 201 })),
    },
  });
  const sent = () => opened.calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
  return { ...opened, sent, isClosed: () => closed };
}

async function write(user: Awaited<ReturnType<typeof openDialog>>['user']) {
  await user.type(await screen.findByRole('textbox', { name: /Subject/ }), 'Your order');
  await user.type(screen.getByRole('textbox', { name: /Message/ }), 'It is ready.');
  await user.click(screen.getByRole('button', { name: 'Send email' }));
}

test('an email is written and sent, with what is added below it in sight', async () => {
  const { user, sent, isClosed } = await openDialog();

  await write(user);

  await waitFor(() => expect(isClosed()).toBe(true));
  expect(sent()).toEqual([{ requestKey: expect.any(String), senderId, subject: 'Your order', text: 'It is ready.' }]);
  expect(await screen.findByText('Email is on its way')).toBeTruthy();
});

test('a refused email stays typed, and the second try is the same request', async () => {
  const message = "This contact can't be emailed.";
  const { user, sent, isClosed } = await openDialog({ answer: () => refusal(409, 'opted_out', message) });

  await write(user);
  expect(await screen.findByText(message)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send email' }));

  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual(sent()[0]);
  expect(isClosed()).toBe(false);
});

test('what must be set up first is said, and nothing can be sent', async () => {
  const problem = 'Add a sender on a verified domain first.';
  const { user, sent } = await openDialog({ options: { ...ready, senders: [], problem } });

  expect(await screen.findByText(problem)).toBeTruthy();
  await write(user);

  expect(sent()).toEqual([]);
});

// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { User } from '@waggle/contracts/accounts';
import type { FrequencyCap as Cap } from '@waggle/contracts/frequency-cap';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../../test/screen.fixture.tsx';
import { FrequencyCap } from './frequency-cap.tsx';

afterEach(closeScreen);

async function openCap(cap: Cap, role: User['role'] = 'ADMIN') {
  let kept = cap;
  const opened = await openScreen({
    component: FrequencyCap,
    texts: ['settings', 'sending'],
    role,
    answers: {
      'GET /api/sending/cap': () => Response.json(kept),
      'PUT /api/sending/cap': ({ body }) => Response.json((kept = body as Cap)),
    },
  });
  const saved = () => opened.calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
  return { ...opened, saved };
}

const off = { isOn: false, emails: 2, hours: 24 };
const box = () => screen.findByRole('checkbox', { name: 'Limit how many emails a contact gets' });

test('an admin turns the limit on with what is suggested, or with other numbers', async () => {
  const { user, saved } = await openCap(off);

  await user.click(await box());
  const hours = await screen.findByLabelText('In how many hours');
  await user.clear(hours);
  await user.type(hours, '72');
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));

  await waitFor(() => expect(saved()).toEqual([{ isOn: true, emails: 2, hours: 72 }]));
});

test('a number out of range is refused before it is sent', async () => {
  const { user, saved } = await openCap({ isOn: true, emails: 2, hours: 24 });

  const emails = await screen.findByLabelText('Emails');
  await user.clear(emails);
  await user.type(emails, '0');
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));

  expect(await screen.findByText('Enter a number from 1 to 100')).toBeTruthy();
  expect(saved()).toEqual([]);
});

test('others read what the limit is', async () => {
  await openCap({ isOn: true, emails: 3, hours: 48 }, 'USER');

  expect(await screen.findByText('At most 3 in 48 hours')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

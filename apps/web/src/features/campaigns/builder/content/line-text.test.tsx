// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../../../test/screen.fixture.tsx';
import { BuilderContext, type Builder } from '../builder-context.ts';
import { emptyDraft } from '../draft.ts';
import { fieldsIn, withFallback } from './line-fields.ts';
import { LineText } from './line-text.tsx';

afterEach(closeScreen);

function Screen({ subject, maxLength }: { subject: string; maxLength: number }) {
  const [draft, setDraft] = useState({ ...emptyDraft, subject });
  const builder = { draft, clientId: null, readOnly: false, complaints: {} } as unknown as Builder;
  return (
    <BuilderContext value={{ ...builder, change: (patch) => setDraft({ ...draft, ...patch }) }}>
      <LineText field="subject" label="Email Subject" maxLength={maxLength} />
    </BuilderContext>
  );
}

const open = (subject: string, maxLength = 500) =>
  openScreen({
    component: () => <Screen subject={subject} maxLength={maxLength} />,
    texts: ['campaign-builder', 'email-editor', 'app'],
    answers: {
      'GET /api/contact-fields': () =>
        Response.json({ items: [{ id: 'f', key: 'visits', label: 'Visits', clientId: null }] }),
      'GET /api/tags': () => Response.json({ items: [], nextCursor: null, total: 0 }),
    },
  });
const subject = () => screen.getByLabelText<HTMLInputElement>('Email Subject');

test('a field of the subject is chosen by its name and gets its fallback without a brace being typed', async () => {
  const { user } = await open('Fresh bread, ');

  await user.click(screen.getByRole('button', { name: 'Insert field in the subject' }));
  await user.click(await screen.findByRole('menuitem', { name: 'First name' }));
  await user.type(await screen.findByLabelText('First name: fallback'), 'there{{');

  expect(subject().value).toBe('Fresh bread, {{ first_name | default: "there" }}');
});

test('a field that would not fit is not offered', async () => {
  const { user } = await open('Fresh bread', 20);

  await user.click(screen.getByRole('button', { name: 'Insert field in the subject' }));
  const item = await screen.findByRole('menuitem', { name: 'First name' });

  expect(item.getAttribute('aria-disabled')).toBe('true');
});

test('a fallback with quotes is read again as it was typed', () => {
  for (const fallback of ['there', `it's you`, 'so "dear"', '']) {
    const line = withFallback('Hello {{first_name}}, {{ other | upcase }}', 'first_name', fallback);

    expect(fieldsIn(line)).toEqual(new Map([['first_name', fallback]]));
    expect(line).toContain('{{ other | upcase }}');
  }
});

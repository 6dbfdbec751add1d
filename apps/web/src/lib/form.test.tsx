// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { ApiProblem } from './api.ts';
import { useContractForm } from './form.ts';
import { startI18n } from './i18n.ts';
import { sending } from './settle-form.ts';

beforeAll(() => startI18n());
afterEach(cleanup);

const schema = z
  .object({
    name: z.string().min(1, 'Name is required'),
    address: z.object({ city: z.string().min(1, 'City is required') }),
    words: z.array(z.string().max(3, 'A word has three letters')),
    nowhere: z.string().max(3, 'Nobody sees this field'),
  })
  .refine(({ name }) => name !== 'Nobody', { message: 'This does not fit together' });
type Typed = z.infer<typeof schema>;
const good: Typed = { name: 'Ann', address: { city: 'Bern' }, words: [], nowhere: '' };

type ShownForm = { typed?: Partial<Typed>; send?: () => Promise<unknown>; hidesCity?: boolean };

function ShownForm({ typed = {}, send = async () => {}, hidesCity = false }: ShownForm) {
  const form = useContractForm(schema, { defaultValues: { ...good, ...typed } });
  const [sent, setSent] = useState(false);
  return (
    <form
      onSubmit={form.submit(async (typed) => {
        const settle = sending(form);
        await send();
        setSent(true);
        settle(typed);
      })}
    >
      <Field label="Name" error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} />}
      </Field>
      {!hidesCity && (
        <Field label="City" error={form.errorOf('address.city')}>
          {(control) => <TextInput {...control} {...form.register('address.city')} />}
        </Field>
      )}
      <p data-testid="words">{form.errorOf('words')}</p>
      <p data-testid="problem">{form.problem}</p>
      <button type="submit">Save</button>
      {sent && <p>Saved</p>}
      {form.formState.isDirty && <p>Unsaved</p>}
    </form>
  );
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const problem = () => screen.getByTestId('problem').textContent;
const refused = (fields: Record<string, string>) => async () => {
  throw new ApiProblem({ code: 'invalid_input', message: 'Something is wrong', fields }, 400);
};

test('a complaint about a part of a field shows beside it, and goes as soon as it is mended', async () => {
  render(<ShownForm typed={{ address: { city: '' } }} />);

  await save();
  expect(await screen.findByText('City is required')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'City' }), 'Basel');

  await waitFor(() => expect(screen.queryByText('City is required')).toBeNull());
});

test('a complaint about an item shows at the list', async () => {
  render(<ShownForm typed={{ words: ['one', 'three'] }} />);

  await save();

  await waitFor(() => expect(screen.getByTestId('words').textContent).toBe('A word has three letters'));
  expect(problem()).toBe('');
});

test.each<[string, ShownForm, string]>([
  ['of no field', { typed: { name: 'Nobody' } }, 'This does not fit together'],
  ['of a field that is not on screen', { typed: { nowhere: 'long' } }, 'Nobody sees this field'],
  ['of a field that is hidden now', { typed: { address: { city: '' } }, hidesCity: true }, 'City is required'],
])('a complaint %s is told by the form, and nothing is sent', async (_, props, message) => {
  render(<ShownForm {...props} />);

  await save();

  await waitFor(() => expect(problem()).toBe(message));
  expect(screen.queryByText('Saved')).toBeNull();
});

test('what the server says of fields on screen lands there, and the rest is told by the form', async () => {
  const send = refused({ name: 'Taken', 'address.city': 'Unknown city', 'words.1': 'Odd word', elsewhere: 'Too late' });
  render(<ShownForm send={send} />);

  await save();

  await waitFor(() => expect(problem()).toBe('Too late'));
  expect(screen.getByText('Taken')).toBeTruthy();
  expect(screen.getByText('Unknown city')).toBeTruthy();
  expect(screen.getByTestId('words').textContent).toBe('Odd word');
});

test('what the server says of no field on screen is told in its own sentence', async () => {
  render(<ShownForm send={refused({ elsewhere: 'Too late' })} />);

  await save();

  await waitFor(() => expect(problem()).toBe('Something is wrong'));
});

test('what is typed while the form is on its way stays, and is not saved yet', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  render(<ShownForm send={() => promise} />);
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  await userEvent.type(name, 'a');
  await save();
  await userEvent.type(name, ' Keller');

  resolve();
  await screen.findByText('Saved');

  expect(name.value).toBe('Anna Keller');
  expect(await screen.findByText('Unsaved')).toBeTruthy();
});

test('a form that is saved as it was sent is clean', async () => {
  render(<ShownForm />);
  await userEvent.type(screen.getByLabelText('Name'), 'a');

  await save();
  await screen.findByText('Saved');

  await waitFor(() => expect(screen.queryByText('Unsaved')).toBeNull());
});

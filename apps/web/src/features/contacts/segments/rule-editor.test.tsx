// @vitest-environment happy-dom
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useState } from 'react';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import segments from '../locales/en/segments.json';
import type { Catalogue } from './rule-catalogue.ts';
import { RuleEditor } from './rule-editor.tsx';
import { RulesAsText } from './rules-as-text.tsx';
import { useSegmentDraft } from './segment-draft.ts';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { segments } } }));
afterEach(cleanup);

const breadClub = '00000000-0000-4000-8000-000000000001';
const spring = '00000000-0000-4000-8000-000000000002';
const breadForm = '00000000-0000-4000-8000-000000000003';
const welcome = '00000000-0000-4000-8000-000000000004';
const catalogue: Catalogue = {
  tags: [{ id: breadClub, name: 'Bread club', color: '#F97316' }],
  clients: [],
  imports: [],
  campaigns: [{ id: spring, name: 'Spring news' }],
  forms: [{ id: breadForm, name: 'Bread form' }],
  automations: [{ id: welcome, name: 'Welcome' }],
  fields: [],
  typeOf: () => undefined,
  nameOf: (id) => (id === breadClub ? 'Bread club' : undefined),
  loaded: true,
};

const warm: RuleGroup = {
  match: 'all',
  rules: [
    { kind: 'tag', op: 'hasAnyOf', tagIds: [breadClub] },
    { match: 'none', rules: [{ kind: 'activity', activity: 'email.clicked', op: 'did', days: 14, atLeast: 1 }] },
  ],
};

/** The editor with what would be saved beside it, and a button that tries to. */
function Trial({ rules }: { rules: RuleGroup | undefined }) {
  const edited = useSegmentDraft({ name: 'Warm', rules });
  const [saved, setSaved] = useState<RuleGroup>();
  const save = () => (edited.incomplete.length > 0 ? edited.mark() : setSaved(edited.counted.tree));
  return (
    <>
      <RuleEditor edited={edited} catalogue={catalogue} emptiedId={undefined} />
      <button type="button" onClick={save}>
        Save
      </button>
      <output>{JSON.stringify(saved)}</output>
    </>
  );
}

const savedTree = () => JSON.parse(screen.getByRole('status').textContent || 'null') as RuleGroup | null;

test('a rule speaks of one campaign, or of any in a number of days', async () => {
  const user = userEvent.setup();
  render(<Trial rules={{ match: 'all', rules: [{ kind: 'campaign', op: 'didNotOpen', campaignId: spring }] }} />);
  const choice = screen.getByRole('combobox', { name: 'Value of rule 1' });
  const before = choice.textContent;

  await user.click(choice);
  await user.click(screen.getByRole('option', { name: 'Any campaign in the last' }));
  await user.clear(screen.getByRole('textbox', { name: 'Days of rule 1' }));
  await user.type(screen.getByRole('textbox', { name: 'Days of rule 1' }), '7');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(before).toBe('Spring news');
  expect(savedTree()?.rules).toEqual([{ kind: 'campaign', op: 'didNotOpen', campaignId: null, days: 7 }]);
});

test('a rule speaks of one form, found by its name with the keyboard, ever or in a number of days', async () => {
  const user = userEvent.setup();
  render(<Trial rules={{ match: 'all', rules: [{ kind: 'form', op: 'submitted', formId: null }] }} />);

  screen.getByRole('button', { name: 'Value of rule 1: Any form' }).focus();
  await user.keyboard('{Enter}');
  await user.keyboard('bread{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const ever = savedTree()?.rules;
  await user.click(screen.getByRole('combobox', { name: 'Period of rule 1' }));
  await user.click(screen.getByRole('option', { name: 'In the last' }));
  await user.clear(screen.getByRole('textbox', { name: 'Days of rule 1' }));
  const note = screen.queryByText('Choose a value to apply this rule.');
  await user.type(screen.getByRole('textbox', { name: 'Days of rule 1' }), '7');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(ever).toEqual([{ kind: 'form', op: 'submitted', formId: breadForm }]);
  expect(note).not.toBeNull();
  expect(savedTree()?.rules).toEqual([{ kind: 'form', op: 'submitted', formId: breadForm, days: 7 }]);
});

test('a form that is deleted is called so, to editors and to people who may only look', () => {
  const rules: RuleGroup = { match: 'all', rules: [{ kind: 'form', op: 'didNotSubmit', formId: spring, days: 3 }] };
  render(<Trial rules={rules} />);
  render(<RulesAsText tree={rules} catalogue={catalogue} />);

  expect(screen.getByRole('button', { name: 'Value of rule 1: Deleted' })).toBeTruthy();
  expect(screen.getByText('Deleted in the last 3 days')).toBeTruthy();
});

test('a rule speaks of one automation, and of one that is deleted as such', async () => {
  const user = userEvent.setup();
  const rules: RuleGroup = { match: 'all', rules: [{ kind: 'automation', op: 'isInside', automationId: spring }] };
  render(<Trial rules={rules} />);
  const choice = screen.getByRole('combobox', { name: 'Value of rule 1' });
  const before = choice.textContent;

  await user.click(choice);
  await user.click(screen.getByRole('option', { name: 'Welcome' }));
  await user.click(screen.getByRole('combobox', { name: 'Comparison of rule 1' }));
  await user.click(screen.getByRole('option', { name: 'has completed' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(before).toBe('Deleted');
  expect(savedTree()?.rules).toEqual([{ kind: 'automation', op: 'completed', automationId: welcome }]);
});

test('every control of a rule is named after its number', () => {
  render(<Trial rules={warm} />);

  for (const name of ['Field of rule 1', 'Comparison of rule 1', 'Field of rule 2'])
    expect(screen.getByRole('combobox', { name })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Value of rule 1: Bread club' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Days of rule 2' })).toBeTruthy();
});

test('what is not touched is saved as it was', async () => {
  render(<Trial rules={warm} />);

  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(savedTree()).toEqual(warm);
});

test('a typed number of days is what is saved', async () => {
  render(<Trial rules={warm} />);
  const days = screen.getByRole('textbox', { name: 'Days of rule 2' });

  await userEvent.clear(days);
  await userEvent.type(days, '7');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(savedTree()?.rules.at(-1)).toMatchObject({ match: 'none', rules: [{ days: 7 }] });
});

test('a rule without a value says so and is not saved', async () => {
  render(<Trial rules={undefined} />);

  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(screen.getByText('Choose a value to apply this rule.')).toBeTruthy();
  expect(savedTree()).toBeNull();
});

test('the last rule of a group takes the group with it', async () => {
  render(
    <Trial
      rules={{ match: 'all', rules: [...warm.rules.slice(0, 1), { match: 'any', rules: warm.rules.slice(0, 1) }] }}
    />,
  );

  await userEvent.click(screen.getAllByRole('button', { name: 'Remove rule 2' })[0] as HTMLElement);

  expect(screen.queryByRole('group', { name: 'Group 1' })).toBeNull();
});

test('groups end at the depth the contract takes', async () => {
  render(<Trial rules={warm} />);
  const deepest = () => screen.getAllByRole('button', { name: 'Add a group of conditions' });

  await userEvent.click(deepest()[0] as HTMLElement);
  await userEvent.click(deepest()[0] as HTMLElement);
  await userEvent.click(deepest()[0] as HTMLElement);

  expect(deepest().filter((button) => button.getAttribute('aria-disabled') === 'true')).toHaveLength(1);
});

test('somebody who may only look reads the rules as sentences', () => {
  render(<RulesAsText tree={warm} catalogue={catalogue} />);

  expect(screen.getByText('Contacts who match all of these')).toBeTruthy();
  expect(screen.getByText('but exclude contacts who match any of these')).toBeTruthy();
  expect(screen.getByText('Bread club')).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});

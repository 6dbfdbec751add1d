import type { FormField } from '@waggle/contracts/form-definition';
import { pagesOf } from '@waggle/forms/pages';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useBuilder } from '../builder-context.ts';
import { fieldIcons } from '../field-kinds.ts';
import { hasOptions, placeOf } from '../state/form-draft.ts';
import { TagsField } from '../tags/tags-field.tsx';
import { FillsField } from './fills-field.tsx';
import { OptionsForm } from './options-form.tsx';
import { ShowWhen } from './show-when.tsx';

/** Everything about the selected field. */
export function Inspector({ isNarrow = false }: { isNarrow?: boolean }) {
  const { t } = useTranslation('form-builder');
  const { state, readOnly } = useBuilder();
  const field = state.history.present.fields.find(({ id }) => id === state.selected);
  if (!field) return <p className="px-5 py-8 text-center text-sm text-subtle">{t('inspector.none')}</p>;
  return (
    <fieldset key={field.id} disabled={readOnly} className="flex min-w-0 flex-col divide-y divide-line">
      <Section>
        {!isNarrow && <Head field={field} />}
        <Texts field={field} />
        <Flags field={field} />
      </Section>
      {hasOptions(field) && (
        <Section>
          <OptionsForm field={field} />
        </Section>
      )}
      {field.type === 'hidden' && (
        <Section>
          <HiddenValue field={field} />
        </Section>
      )}
      <Section>
        {field.type !== 'consent' && <FillsField field={field} />}
        <PageOf field={field} />
        <ShowWhen field={field} />
      </Section>
      <Section>
        <AnswerTags field={field} />
      </Section>
    </fieldset>
  );
}

const Section = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-4 px-5 py-5">{children}</div>
);

function Head({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const Icon = fieldIcons[field.type];
  return (
    <div className="flex items-center gap-2.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill">
        <Icon aria-hidden className="size-4 text-muted" />
      </span>
      <div className="min-w-0">
        <p className="text-sm font-semibold text-ink">{t(`kinds.${field.type}`)}</p>
        <code className="block truncate text-xs text-subtle">{field.id}</code>
      </div>
    </div>
  );
}

const hasPlaceholder = ({ type }: FormField) => ['text', 'email', 'phone', 'textarea', 'select'].includes(type);

function Texts({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { commands, problems } = useBuilder();
  const change = (patch: Partial<FormField>) => commands.change(field.id, patch);
  const wrong = problems.get(field.id)?.find((sentence) => sentence === 'Label is required');
  const isConsent = field.type === 'consent';
  return (
    <>
      <Field
        label={t(isConsent ? 'inspector.consentText' : 'inspector.label')}
        hint={isConsent ? t('inspector.consentHint') : undefined}
        error={wrong && translateSentence(wrong)}
      >
        {(control) =>
          isConsent ? (
            <Textarea
              {...control}
              rows={3}
              value={field.label}
              maxLength={300}
              onChange={(event) => change({ label: event.currentTarget.value.replaceAll('\n', ' ') })}
            />
          ) : (
            <TextInput
              {...control}
              value={field.label}
              maxLength={300}
              onChange={(event) => change({ label: event.currentTarget.value })}
            />
          )
        }
      </Field>
      {hasPlaceholder(field) && (
        <Field label={t('inspector.placeholder')}>
          {(control) => (
            <TextInput
              {...control}
              value={field.placeholder}
              placeholder={t('inspector.placeholderHint')}
              maxLength={200}
              onChange={(event) => change({ placeholder: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {field.type !== 'hidden' && <HelpText field={field} />}
    </>
  );
}

function HelpText({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { commands } = useBuilder();
  return (
    <Field label={t('inspector.help')}>
      {(control) => (
        <TextInput
          {...control}
          value={field.help}
          placeholder={t('inspector.helpHint')}
          maxLength={500}
          onChange={(event) => commands.change(field.id, { help: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

function Flags({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { commands, readOnly } = useBuilder();
  if (field.type === 'hidden') return null;
  return (
    <>
      <Switch
        spread
        label={t('inspector.required')}
        description={t('inspector.requiredHint', { label: field.label })}
        checked={field.required}
        disabled={readOnly}
        onCheckedChange={(required) => commands.change(field.id, { required })}
      />
      <Switch
        spread
        label={t('inspector.half')}
        description={t('inspector.halfHint')}
        checked={field.half}
        disabled={readOnly}
        onCheckedChange={(half) => commands.change(field.id, { half })}
      />
    </>
  );
}

function HiddenValue({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { commands } = useBuilder();
  return (
    <>
      <Field label={t('inspector.parameter')} hint={t('inspector.parameterHint')}>
        {(control) => (
          <TextInput
            {...control}
            value={field.parameter}
            maxLength={60}
            onChange={(event) =>
              commands.change(field.id, { parameter: event.currentTarget.value.replaceAll(/[^A-Za-z0-9_.-]/g, '') })
            }
          />
        )}
      </Field>
      <Field label={t('inspector.value')} hint={t('inspector.valueHint')}>
        {(control) => (
          <TextInput
            {...control}
            value={field.value}
            maxLength={200}
            onChange={(event) => commands.change(field.id, { value: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

function PageOf({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { state, commands } = useBuilder();
  const pages = pagesOf(state.history.present);
  if (pages.length === 1) return null;
  const at = placeOf(state.history.present, field.id)?.page ?? 0;
  return (
    <Field label={t('pages.page')}>
      {(control) => (
        <Select
          {...control}
          value={String(at)}
          onValueChange={(page) => commands.move(field.id, { page: Number(page), index: Number.MAX_SAFE_INTEGER })}
          options={pages.map(({ title }, index) => ({
            value: String(index),
            label: title === '' ? t('pages.nth', { number: index + 1 }) : `${index + 1} ${title}`,
          }))}
        />
      )}
    </Field>
  );
}

function AnswerTags({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { commands, readOnly, clientId } = useBuilder();
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-medium text-ink">{t('inspector.answered')}</p>
      <TagsField
        label={t('inspector.answered')}
        tagIds={field.tagIds}
        clientId={clientId}
        readOnly={readOnly}
        onChange={(tagIds) => commands.change(field.id, { tagIds })}
      />
    </div>
  );
}

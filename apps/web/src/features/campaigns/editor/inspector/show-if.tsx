import type { EmailBlock, ShowIf } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useFields } from '../fields/fields-context.ts';

type ShowIfFormProps = { block: EmailBlock; onChange: (showIf: ShowIf | undefined) => void };

const operators = ['isSet', 'isNotSet', 'is', 'isNot'] as const;

/** Who sees a block: everyone, or contacts with a tag or with something in a field. */
export function ShowIfForm({ block: { showIf }, onChange }: ShowIfFormProps) {
  const { t } = useTranslation('email-editor');
  const { list, tags } = useFields();
  const choose = (kind: string) => {
    const [tag] = tags;
    if (kind === 'everyone') onChange(undefined);
    else if (kind === 'field')
      onChange({ kind: 'field', field: list[0]?.name ?? 'first_name', op: 'isSet', value: '' });
    else if (tag) onChange({ kind: 'tag', tagId: tag.id, has: true });
  };
  return (
    <>
      <Field label={t('showIf.label')} hint={tags.length === 0 ? t('showIf.noTags') : undefined}>
        {(control) => (
          <Select
            {...control}
            value={showIf?.kind ?? 'everyone'}
            onValueChange={choose}
            options={[
              { value: 'everyone', label: t('showIf.everyone') },
              { value: 'field', label: t('showIf.byField') },
              { value: 'tag', label: t('showIf.byTag'), disabled: tags.length === 0 },
            ]}
          />
        )}
      </Field>
      {showIf?.kind === 'field' && <ByField showIf={showIf} onChange={onChange} />}
      {showIf?.kind === 'tag' && <ByTag showIf={showIf} onChange={onChange} />}
    </>
  );
}

type PartProps<Kind extends ShowIf['kind']> = {
  showIf: Extract<ShowIf, { kind: Kind }>;
  onChange: (showIf: ShowIf) => void;
};

function ByField({ showIf, onChange }: PartProps<'field'>) {
  const { t } = useTranslation('email-editor');
  const { list, label } = useFields();
  const known = list.some(({ name }) => name === showIf.field)
    ? list
    : [...list, { name: showIf.field, label: label(showIf.field) }];
  return (
    <>
      <Field label={t('showIf.field')}>
        {(control) => (
          <Select
            {...control}
            value={showIf.field}
            onValueChange={(field) => onChange({ ...showIf, field })}
            options={known.map(({ name, label: text }) => ({ value: name, label: text }))}
          />
        )}
      </Field>
      <Field label={t('showIf.condition')}>
        {(control) => (
          <Select
            {...control}
            value={showIf.op}
            onValueChange={(op) => onChange({ ...showIf, op: op as (typeof operators)[number] })}
            options={operators.map((op) => ({ value: op, label: t(`showIf.operators.${op}`) }))}
          />
        )}
      </Field>
      {(showIf.op === 'is' || showIf.op === 'isNot') && (
        <Field label={t('showIf.value')} required>
          {(control) => (
            <TextInput
              {...control}
              value={showIf.value}
              maxLength={200}
              onChange={(event) => onChange({ ...showIf, value: event.currentTarget.value.replaceAll(/[{}]/g, '') })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function ByTag({ showIf, onChange }: PartProps<'tag'>) {
  const { t } = useTranslation('email-editor');
  const { tags } = useFields();
  return (
    <>
      <Field label={t('showIf.tag')}>
        {(control) => (
          <Select
            {...control}
            value={showIf.tagId}
            placeholder={t('showIf.tagGone')}
            onValueChange={(tagId) => onChange({ ...showIf, tagId })}
            options={tags.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      <Field label={t('showIf.condition')}>
        {(control) => (
          <Select
            {...control}
            value={String(showIf.has)}
            onValueChange={(has) => onChange({ ...showIf, has: has === 'true' })}
            options={[
              { value: 'true', label: t('showIf.hasTag') },
              { value: 'false', label: t('showIf.hasNotTag') },
            ]}
          />
        )}
      </Field>
    </>
  );
}

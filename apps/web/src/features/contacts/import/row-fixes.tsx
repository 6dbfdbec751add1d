import { contactAddress } from '@waggle/contracts/fields';
import type { Import, ImportError } from '@waggle/contracts/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useCounted } from './counted.ts';
import { withFixes } from './plan.ts';
import { useCheckImport } from './queries.ts';

const Address = contactAddress();
const isRight = (email: string) => Address.safeParse(email).success;

type RowFixesProps = { found: Import; rows: readonly ImportError[]; more: number };

/** The rows whose email is wrong, corrected in place; the next check takes the corrections along. */
export function RowFixes({ found, rows, more }: RowFixesProps) {
  const { t } = useTranslation('contacts-import');
  const counted = useCounted();
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const check = useCheckImport();
  const fixes = Object.entries(typed)
    .map(([row, email]) => ({ row: Number(row), email: email.trim() }))
    .filter(({ email }) => isRight(email));
  const { plan } = found;
  const checkAgain = () => {
    if (plan) check.mutate({ importId: found.id, plan: { ...plan, fixes: withFixes(plan.fixes, fixes) } });
  };

  return (
    <section>
      <h3 className="text-sm font-semibold text-ink">{t('review.fix', counted(rows.length))}</h3>
      <p className="mb-2 text-xs text-muted">{t('review.fixText')}</p>
      <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {rows.map(({ row, email }) => (
          <li key={row}>
            <FixedEmail
              row={row}
              email={typed[row] ?? email ?? ''}
              touched={typed[row] !== undefined}
              onType={(text) => setTyped({ ...typed, [row]: text })}
            />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-xs text-muted">{t('moreErrors', counted(more))}</p>}
      <Button
        size="sm"
        className="mt-3"
        busy={check.isPending}
        busyLabel={t('review.checkingAgain')}
        disabledReason={fixes.length === 0 ? t('review.fixFirst') : undefined}
        onClick={checkAgain}
      >
        {t('review.checkAgain')}
      </Button>
      {check.isError && (
        <Alert tone="danger" className="mt-2">
          {problemText(check.error)}
        </Alert>
      )}
    </section>
  );
}

type FixedEmailProps = { row: number; email: string; touched: boolean; onType: (text: string) => void };

function FixedEmail({ row, email, touched, onType }: FixedEmailProps) {
  const { t } = useTranslation('contacts-import');
  const [left, setLeft] = useState(false);
  const wrong = touched && left && !isRight(email);
  return (
    <Field label={t('review.emailOf', { number: row })} hideLabel error={wrong ? t('review.wrongEmail') : undefined}>
      {(control) => (
        <span className="flex items-center gap-2">
          <span aria-hidden className="w-16 shrink-0 text-xs text-subtle tabular-nums">
            {t('review.row', { number: row })}
          </span>
          <TextInput
            {...control}
            size="sm"
            type="email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            value={email}
            onChange={(event) => onType(event.currentTarget.value)}
            onBlur={() => setLeft(true)}
          />
        </span>
      )}
    </Field>
  );
}

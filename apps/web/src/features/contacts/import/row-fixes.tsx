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
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const fixes = Object.entries(typed)
    .filter(([row]) => !skipped.includes(Number(row)))
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
      <ul className="flex flex-col gap-2">
        {rows.map((error) => (
          <li key={error.row}>
            <FixedRow
              error={error}
              typed={typed[error.row]}
              skipped={skipped.includes(error.row)}
              onType={(text) => setTyped({ ...typed, [error.row]: text })}
              onSkip={(skip) => setSkipped(skip ? [...skipped, error.row] : skipped.filter((row) => row !== error.row))}
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

type FixedRowProps = {
  error: ImportError;
  typed: string | undefined;
  skipped: boolean;
  onType: (text: string) => void;
  onSkip: (skip: boolean) => void;
};

/** Who it is, the address to correct, and the way to leave the row out. */
function FixedRow({ error: { row, name, email }, typed, skipped, onType, onSkip }: FixedRowProps) {
  const { t } = useTranslation('contacts-import');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)_4.5rem]">
      <p className="min-w-0 pt-1 text-sm leading-tight max-sm:col-span-2">
        <span className="block truncate font-medium text-ink">{name ?? t('review.row', { number: row })}</span>
        {name && <span className="block text-xs text-subtle tabular-nums">{t('review.row', { number: row })}</span>}
      </p>
      {skipped ? (
        <p className="flex h-8 items-center text-sm text-subtle">{t('review.skipped')}</p>
      ) : (
        <FixedEmail row={row} email={typed ?? email ?? ''} touched={typed !== undefined} onType={onType} />
      )}
      <Button
        size="sm"
        variant="ghost"
        aria-label={t(skipped ? 'review.takeBackOf' : 'review.skipOf', { number: row })}
        onClick={() => onSkip(!skipped)}
      >
        {t(skipped ? 'review.takeBack' : 'review.skip')}
      </Button>
    </div>
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
      )}
    </Field>
  );
}

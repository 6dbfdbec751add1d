import type { CheckLine } from '@waggle/contracts/campaign-checks';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResendConfirmation, useHolds } from '#features/accounts/index.ts';
import { SetUpDialog } from '#features/settings/index.ts';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { SpinnerIcon } from '#ui/spinner.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { type BuilderTab, useBuilder } from '../builder-context.ts';
import { CheckAgain } from './check-again.tsx';
import { useCheck } from './use-check.ts';

const icons = { ok: CircleCheck, waiting: SpinnerIcon, warning: TriangleAlert, blocking: CircleAlert };
const tones = {
  ok: 'text-success-text',
  waiting: 'text-subtle',
  warning: 'text-warning-text',
  blocking: 'text-danger-text',
};
const order = { blocking: 0, warning: 1, waiting: 2, ok: 3 };

/** Everything the server checks before it sends, with the way to set right what is missing. */
export function BeforeYouSend() {
  const { t } = useTranslation('campaign-builder');
  const check = useCheck();
  const [isSettingUp, setSettingUp] = useState(false);
  const close = () => {
    setSettingUp(false);
    check.retry();
  };
  return (
    <>
      <Lines check={check} onSetUp={() => setSettingUp(true)} />
      {/* Beside the lines: each of them may be done and gone while somebody goes on with the next step. */}
      {isSettingUp && <SetUpDialog back={t('checks.back')} onClose={close} />}
    </>
  );
}

type LinesProps = { check: ReturnType<typeof useCheck>; onSetUp: () => void };

function Lines({ check: { lines, error, retry }, onSetUp }: LinesProps) {
  const { t } = useTranslation('campaign-builder');
  const { tryAgain } = useUiText();
  if (error)
    return (
      <Alert tone="danger" className="m-4 max-xl:mx-0" action={<Button onClick={retry}>{tryAgain}</Button>}>
        {problemText(error)}
      </Alert>
    );
  if (!lines) return null;
  const done = lines.filter(({ level }) => level === 'ok').length;
  return (
    <section aria-labelledby="before-you-send" className="border-t border-line p-4 max-xl:px-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="before-you-send" className="text-sm font-semibold text-ink">
          {t('checks.title')}
        </h2>
        <span className="text-xs text-subtle tabular-nums">{t('checks.count', { done, all: lines.length })}</span>
      </div>
      <ul className="flex flex-col gap-2.5">
        {lines
          .toSorted((one, other) => order[one.level] - order[other.level])
          .map((line) => (
            <Line key={line.code} line={line} onSetUp={onSetUp} />
          ))}
      </ul>
    </section>
  );
}

type LineProps = { line: CheckLine; onSetUp: () => void };

function Line({ line: { level, message, details, action, checkedAt }, onSetUp }: LineProps) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const isQuiet = level === 'ok' || level === 'waiting';
  const Icon = icons[level];
  return (
    <li className="flex items-start gap-2.5 text-sm">
      <Icon aria-hidden className={cx('mt-px size-4 shrink-0', tones[level])} />
      <div className={cx('min-w-0 flex-1 break-words', isQuiet ? 'text-muted' : 'text-ink')}>
        <span className="sr-only">{t(`checks.levels.${level}`)}: </span>
        {translateSentence(message)}
        {details.length > 0 && (
          <ul className="mt-0.5 flex flex-col gap-0.5 text-xs text-muted">
            {details.map((detail) => (
              <li key={detail}>{translateSentence(detail)}</li>
            ))}
          </ul>
        )}
        {checkedAt && (
          <span className="block text-xs text-subtle">{t('checks.checkedAt', { time: format.time(checkedAt) })}</span>
        )}
      </div>
      {!isQuiet && action && <Remedy action={action} onSetUp={onSetUp} />}
    </li>
  );
}

const tabOf: Partial<Record<NonNullable<CheckLine['action']>, BuilderTab>> = {
  'edit-content': 'content',
  'choose-recipients': 'recipients',
  'choose-time': 'schedule',
};

/** What is missing in the campaign is a tab of it; what is missing in the settings is set up over it. */
function Remedy({ action, onSetUp }: { action: NonNullable<CheckLine['action']>; onSetUp: () => void }) {
  const { t } = useTranslation('campaign-builder');
  const { showTab, readOnly } = useBuilder();
  const mayManage = useHolds('sending:manage');
  const tab = tabOf[action];
  if (readOnly) return null;
  if (action === 'check-links') return <CheckAgain />;
  if (action === 'confirm-address') return <ResendConfirmation />;
  if (tab)
    return (
      <Button size="sm" onClick={() => showTab(tab)}>
        {t('checks.fix')}
      </Button>
    );
  if (!action.startsWith('set-up') || !mayManage) return null;
  return (
    <Button size="sm" aria-haspopup="dialog" onClick={onSetUp}>
      {t('checks.setUp')}
    </Button>
  );
}

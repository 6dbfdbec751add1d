import { useQuery } from '@tanstack/react-query';
import type { BackTest, readTrialPerson, TrialPerson } from '@waggle/contracts/automation-trials';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useEditor } from '../../editor/editor-context.ts';
import { RunPath } from '../../runs/run-path.tsx';
import { useRunWords } from '../../runs/run-words.ts';
import { useStepNames } from '../../runs/use-step-names.ts';
import { trialPersonQuery } from '../queries.ts';

type PersonSheetProps = {
  backTest: BackTest;
  people: readonly TrialPerson[];
  place: number;
  onShow: (place: number) => void;
  onClose: () => void;
};

/** The path one person would have taken, with the values of then. */
export function PersonSheet({ backTest, people, place, onShow, onClose }: PersonSheetProps) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  const { automation } = useEditor();
  const person = useQuery(trialPersonQuery(automation.id, backTest.id, place));
  const at = people.findIndex((one) => one.place === place);
  const go = (by: 1 | -1) => {
    const next = people[at + by];
    return next && (() => onShow(next.place));
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      hideTitle
      focusTitle
      title={person.data?.name || person.data?.email || t('path')}
      walk={{
        position: t('position', { at: number(at + 1), of: number(people.length) }),
        onPrevious: go(-1),
        onNext: go(1),
      }}
    >
      {person.isError ? (
        <LoadError
          title={t('runFailed')}
          message={problemText(person.error)}
          retry={() => void person.refetch()}
          busy={person.isFetching}
        />
      ) : person.data ? (
        <PersonPath person={person.data} of={backTest.of} />
      ) : (
        <SkeletonRows />
      )}
    </Sheet>
  );
}

type PersonPathProps = { person: ReplyOf<typeof readTrialPerson>; of: BackTest['of'] };

function PersonPath({ person, of }: PersonPathProps) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const nameOf = useStepNames(of);
  const words = useRunWords();
  const name = person.name || person.email || t('deletedContact');
  const emails = t('backTest.emails', { count: person.emails, shown: format.number(person.emails) });
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <Avatar name={name} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-md font-semibold text-ink">{name}</h2>
          <p className="truncate text-sm text-muted">{person.email}</p>
        </div>
      </div>
      <Alert
        tone={person.end === null ? 'neutral' : 'success'}
        icon={person.end === null ? Clock : undefined}
        title={person.end === null ? t('backTest.stillInside') : words.reason(person.end)}
      >
        {t('backTest.enteredWith', { date: format.fullDate(person.enteredAt), emails })}
      </Alert>
      <RunPath turns={person.turns} isInside={person.end === null} nameOf={nameOf} />
    </div>
  );
}

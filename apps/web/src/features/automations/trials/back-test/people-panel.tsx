import type { TrialPerson } from '@waggle/contracts/automation-trials';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { useRunWords } from '../../runs/run-words.ts';
import type { ReportProps } from './report-props.ts';
import { PersonSheet } from './person-sheet.tsx';

/** As many as the panel has room for before somebody asks for all. */
const fewPeople = 5;

/** Those who would have entered last; each opens the path they would have taken. */
export function PeoplePanel({ backTest, result: { people, entered } }: ReportProps) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<number>();
  const shown = isOpen ? people : people.slice(0, fewPeople);
  if (people.length === 0) return null;
  return (
    <section aria-label={t('backTest.people')} className="border-b border-line px-5 py-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-base font-semibold text-ink">{t('backTest.people')}</h2>
        <span className="text-xs text-muted">{t('position', { at: number(shown.length), of: number(entered) })}</span>
      </div>
      <p className="mb-2 text-xs text-muted">{t('backTest.peopleHint')}</p>
      <ul className="border-t border-line">
        {shown.map((person) => (
          <li key={person.place} className="border-b border-line last:border-b-0">
            <Person person={person} onOpen={() => setPlace(person.place)} />
          </li>
        ))}
      </ul>
      {!isOpen && people.length > fewPeople && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="mt-2 text-sm font-medium text-link coarse:min-h-(--target-touch)"
        >
          {people.length < entered
            ? t('backTest.viewNewest', { shown: number(people.length) })
            : t('backTest.viewAll', { shown: number(people.length) })}
        </button>
      )}
      {place !== undefined && (
        <PersonSheet
          backTest={backTest}
          people={people}
          place={place}
          onShow={setPlace}
          onClose={() => setPlace(undefined)}
        />
      )}
    </section>
  );
}

function Person({ person, onOpen }: { person: TrialPerson; onOpen: () => void }) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const came = useOutcome();
  const name = person.name || person.email || t('deletedContact');
  return (
    <button
      type="button"
      onClick={onOpen}
      className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-2.5 rounded-md px-2 py-2 text-left hover:bg-row-hover"
    >
      <Avatar name={name} size={26} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium text-ink">{name}</span>
        <span className="block text-xs text-muted">
          {t('backTest.enteredOn', { date: format.monthDay(person.enteredAt) })}
        </span>
      </span>
      <span className="max-w-[45%] text-right text-xs text-muted">{came(person)}</span>
    </button>
  );
}

/** How many emails, and why they ended where it was not by completing it. */
export function useOutcome(): (person: TrialPerson) => string {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  const words = useRunWords();
  return ({ emails, end }) => {
    const counted = { count: emails, shown: number(emails) };
    if (end === null) return t('backTest.emailsSoFar', counted);
    const sent = t('backTest.emails', counted);
    return end === 'completed' ? sent : t('backTest.emailsThen', { emails: sent, end: words.reason(end) });
  };
}

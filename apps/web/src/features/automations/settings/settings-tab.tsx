import { reentries } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Field } from '#ui/field.tsx';
import { PageBody } from '#ui/page-header.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { complaintsOf } from '../editor/draft/automation-keeper.ts';
import { useEditor } from '../editor/editor-context.ts';
import { HoursSwitch } from '../inspector/hours-field.tsx';
import { NumberField } from '../inspector/number-field.tsx';
import { FilterSection } from './filter-section.tsx';
import { GoalSection } from './goal-section.tsx';
import { LeaveRules } from './leave-rules.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Who gets in and again, who stays, what it is for, and when emails leave. */
export function SettingsTab() {
  const { t } = useTranslation('automation-editor');
  const { document, commands } = useEditor();
  const { entry, stay, hours } = document;
  return (
    <div data-scroll className="min-h-0 flex-1 lg:overflow-y-auto">
      <PageBody narrow className="flex flex-col gap-8 pb-12">
        <NameSection />
        <SettingsSection title={t('settings.entry')} text={t('settings.entryText')}>
          <Again />
          <FilterSection
            label={t('settings.entryFilter')}
            description={t('settings.entryFilterHint')}
            value={entry.filter}
            onChange={(filter) => commands.set({ entry: { ...entry, filter } })}
          />
        </SettingsSection>
        <SettingsSection title={t('settings.stay')} text={t('settings.stayText')}>
          <FilterSection
            label={t('settings.stayFilter')}
            description={t('settings.stayFilterHint')}
            value={stay.filter}
            onChange={(filter) => commands.set({ stay: { ...stay, filter } })}
          />
          <LeaveRules />
        </SettingsSection>
        <GoalSection />
        <SettingsSection title={t('settings.hours')} text={t('settings.hoursText')}>
          <HoursSwitch
            label={t('settings.hoursOn')}
            description={t('hours.zone')}
            value={hours}
            onChange={(next) => commands.set({ hours: next })}
          />
        </SettingsSection>
      </PageBody>
    </div>
  );
}

function NameSection() {
  const { t } = useTranslation('automation-editor');
  const { state, commands, readOnly } = useEditor();
  const draft = state.history.present;
  const complaint = complaintsOf(draft)['name'];
  return (
    <SettingsSection title={t('settings.general')}>
      <Field label={t('settings.name')} error={complaint && translateSentence(complaint)}>
        {(control) => (
          <TextInput
            {...control}
            value={draft.name}
            maxLength={200}
            readOnly={readOnly}
            onChange={(event) => commands.rename(event.currentTarget.value)}
          />
        )}
      </Field>
    </SettingsSection>
  );
}

function Again() {
  const { t } = useTranslation('automation-editor');
  const { document, commands, readOnly } = useEditor();
  const { entry } = document;
  return (
    <>
      <RadioCards
        legend={t('settings.again')}
        columns={1}
        value={entry.again}
        onValueChange={(again) => !readOnly && commands.set({ entry: { ...entry, again } })}
        options={reentries.map((value) => ({
          value,
          label: t(`again.${value}.label`),
          description: t(`again.${value}.text`),
          disabled: readOnly,
        }))}
      />
      {entry.again !== 'never' && (
        <div className="max-w-48">
          <NumberField
            label={t('settings.notWithin')}
            hint={t('settings.notWithinHint')}
            value={entry.notWithinDays}
            min={0}
            max={3_650}
            onChange={(notWithinDays) => commands.set({ entry: { ...entry, notWithinDays } })}
          />
        </div>
      )}
    </>
  );
}

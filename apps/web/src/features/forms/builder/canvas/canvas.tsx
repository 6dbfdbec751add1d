import { pagesOf } from '@waggle/forms/pages';
import { defaultAccent, labelOn } from '@waggle/contracts/accent';
import { defaultSubmitText } from '@waggle/contracts/form-definition';
import { Check, CornerDownRight, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Hexagon } from '#ui/hexagon.tsx';
import { useBuilder } from '../builder-context.ts';
import { FieldFrame } from './field-frame.tsx';
import { InPlace } from './in-place.tsx';
import { PageTabs } from './page-tabs.tsx';

/** The form as it is being built, page by page. */
export function Canvas({ isNarrow = false }: { isNarrow?: boolean }) {
  const { t } = useTranslation('form-builder');
  const { state, commands, screen } = useBuilder();
  return (
    <div
      role="group"
      aria-label={t('canvas.label')}
      className={cx('min-h-full', isNarrow ? 'px-4 py-4' : 'px-12 py-6')}
      // A click beside all fields selects none; the keyboard has Escape.
      onPointerDown={(event) => event.target === event.currentTarget && commands.select(null)}
    >
      <div
        style={{ maxWidth: screen === 'phone' ? '24.375rem' : '35rem' }}
        className="mx-auto flex flex-col gap-4 transition-[max-width] duration-(--duration-fast)"
      >
        <PageTabs />
        <FormCard isNarrow={isNarrow} />
        {state.page === pagesOf(state.history.present).length - 1 && <ThankYou />}
      </div>
    </div>
  );
}

function FormCard({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation('form-builder');
  const { state, commands, readOnly, screen } = useBuilder();
  const draft = state.history.present;
  const pages = pagesOf(draft);
  const page = pages[state.page] ?? pages[0]!;
  const entry = page.fields.find(({ id }) => id === state.selected) ?? page.fields[0];
  return (
    <div
      data-form-card
      className={cx(
        'rounded-xl border border-line-strong bg-surface shadow-sm',
        screen === 'phone' || isNarrow ? 'px-6 py-6' : 'px-11 py-8',
      )}
    >
      <BrandHead />
      {state.page === 0 && <FormTexts />}
      {pages.length > 1 && (
        <InPlace
          label={t('pages.title')}
          value={page.title}
          placeholder={t('pages.titlePlaceholder')}
          maxLength={200}
          readOnly={readOnly}
          onChange={(title) => commands.renamePage(state.page, title)}
          className="mt-3 text-lg font-semibold text-ink"
        />
      )}
      <div data-drop-list className="mt-4 grid min-h-16 grid-cols-2 gap-x-10 gap-y-1">
        {page.fields.map((field, index) => (
          <FieldFrame
            key={field.id}
            field={field}
            index={index}
            count={page.fields.length}
            isEntry={field === entry}
            isNarrow={isNarrow}
          />
        ))}
        {page.fields.length === 0 && (
          <p className="col-span-2 rounded-lg border border-dashed border-line-control px-4 py-8 text-center text-sm text-subtle">
            {t(readOnly ? 'canvas.emptyReadOnly' : 'canvas.empty')}
          </p>
        )}
      </div>
      <SendButton isLast={state.page === pages.length - 1} />
    </div>
  );
}

function BrandHead() {
  const { brand } = useBuilder();
  if (!brand) return null;
  const name = brand.name || brand.ownName;
  return (
    <div className="mb-5 flex items-center gap-3 text-sm font-semibold text-ink">
      <Hexagon name={name} src={brand.logo?.url} size={36} />
      {name}
    </div>
  );
}

function FormTexts() {
  const { t } = useTranslation('form-builder');
  const { state, commands, readOnly, complaints } = useBuilder();
  const { title, description } = state.history.present.settings;
  return (
    <div className="flex flex-col gap-1">
      <InPlace
        label={t('settings.title')}
        value={title}
        placeholder={t('canvas.titlePlaceholder')}
        maxLength={200}
        readOnly={readOnly}
        invalid={complaints['settings.title'] !== undefined}
        onChange={(next) => commands.setSettings({ title: next })}
        className="font-display text-xl leading-8 font-semibold text-ink"
      />
      <InPlace
        label={t('settings.description')}
        value={description}
        placeholder={t('canvas.descriptionPlaceholder')}
        maxLength={2_000}
        multiline
        readOnly={readOnly}
        onChange={(next) => commands.setSettings({ description: next })}
        className="text-sm text-muted"
      />
    </div>
  );
}

function SendButton({ isLast }: { isLast: boolean }) {
  const { t } = useTranslation('form-builder');
  const { state, commands, readOnly, brand } = useBuilder();
  const accent = brand?.accent ?? defaultAccent;
  const { submitText } = state.history.present.settings;
  const look = 'flex min-h-11 items-center justify-center rounded-md px-4 text-center text-sm font-semibold';
  const colors = { background: accent, color: labelOn(accent) };
  if (!isLast || readOnly)
    return (
      <div style={colors} className={cx(look, 'mt-6')}>
        {isLast ? submitText || defaultSubmitText : t('canvas.continue')}
      </div>
    );
  return (
    <div style={colors} className={cx(look, 'mt-6')}>
      <input
        type="text"
        aria-label={t('settings.submitText')}
        value={submitText}
        placeholder={defaultSubmitText}
        maxLength={60}
        onChange={(event) => commands.setSettings({ submitText: event.currentTarget.value })}
        className="w-full rounded-sm bg-transparent text-center text-inherit outline-offset-4 placeholder:text-inherit"
      />
    </div>
  );
}

function ThankYou() {
  const { t } = useTranslation('form-builder');
  const { state, commands, readOnly, showSettings } = useBuilder();
  return (
    <section aria-label={t('settings.afterSubmit')} className="flex flex-col gap-2">
      <p className="flex items-center gap-1.5 text-xs text-muted">
        <CornerDownRight aria-hidden className="size-3.5" />
        {t('settings.afterSubmit')}
      </p>
      <div className="flex items-start gap-4 rounded-xl border border-line-strong bg-surface px-6 py-5">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-success-soft text-success-text">
          <Check aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-semibold text-ink">{t('canvas.thankYou')}</p>
          <InPlace
            label={t('settings.thankYou')}
            value={state.history.present.settings.thankYouMessage}
            placeholder={t('canvas.thankYouPlaceholder')}
            maxLength={2_000}
            multiline
            readOnly={readOnly}
            onChange={(thankYouMessage) => commands.setSettings({ thankYouMessage })}
            className="text-sm text-muted"
          />
        </div>
        {!readOnly && (
          <Button size="sm" icon={Pencil} onClick={showSettings}>
            {t('canvas.editThankYou')}
          </Button>
        )}
      </div>
    </section>
  );
}

import type { ContactDetail } from '@waggle/contracts/contacts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Avatar } from '#ui/avatar.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { FieldMessage } from '#ui/field.tsx';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { nameOf, StatusBadge } from '../contact-words.tsx';
import { EditInPlace, InPlaceButton, useInPlace } from './edit-in-place.tsx';
import { Unsubscribe } from './unsubscribe.tsx';
import { useSaveProperty } from './use-save-property.ts';

/** Who it is: name, status and address, each edited where it is read. */
export function ContactHeading({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const { save } = useSaveProperty(contact);
  const { email } = contact;
  const label = t('form.email');
  return (
    <div className="flex items-center gap-3.5">
      <Avatar name={nameOf(contact)} size={52} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {mayWrite ? <ContactName contact={contact} /> : <span className={nameClass}>{nameOf(contact)}</span>}
          <ContactStatusMenu contact={contact} />
        </div>
        <div className="flex items-center gap-1 text-sm text-muted">
          {mayWrite ? (
            <EditInPlace
              label={label}
              type="email"
              value={email}
              onSave={(typed) => save({ label, change: { email: typed }, before: { email } })}
            />
          ) : (
            <span className="truncate">{email}</span>
          )}
          <CopyButton value={email} iconLabel={t('sheet.copyEmail')} variant="ghost" size="sm" />
        </div>
      </div>
    </div>
  );
}

const nameClass = 'font-display text-lg leading-6 font-semibold tracking-[-0.02em] break-words text-ink';

function ContactName({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const { save } = useSaveProperty(contact);
  const messageId = useId();
  const label = t('columns.name');
  const before = { firstName: contact.firstName, lastName: contact.lastName };
  const {
    typed,
    error,
    button,
    start,
    type,
    save: saveTyped,
    submit,
  } = useInPlace({ firstName: before.firstName ?? '', lastName: before.lastName ?? '' }, (typed) =>
    save({ label, change: { firstName: typed.firstName || null, lastName: typed.lastName || null }, before }),
  );
  if (!typed) {
    return (
      <InPlaceButton ref={button} label={label} onClick={start} className="whitespace-normal">
        <span className={nameClass}>{nameOf(contact)}</span>
      </InPlaceButton>
    );
  }
  const trimmed = { firstName: typed.firstName.trim(), lastName: typed.lastName.trim() };
  return (
    // Leaving both fields saves them, as leaving a single one does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      aria-label={label}
      className="-ml-2 flex w-full flex-wrap gap-1.5"
      onSubmit={(event) => submit(event, trimmed)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && void saveTyped(trimmed)}
    >
      {(['firstName', 'lastName'] as const).map((name) => (
        <TextInput
          key={name}
          aria-label={t(`form.${name}`)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : messageId}
          size="sm"
          autoComplete="off"
          className="min-w-28 flex-1"
          // The field replaces the button that was just pressed.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={name === 'firstName'}
          placeholder={t(`form.${name}`)}
          value={typed[name]}
          onChange={(event) => type({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
      <button type="submit" className="sr-only">
        {t('save')}
      </button>
      <FieldMessage id={messageId} error={error} />
    </form>
  );
}

const changeable = ['active', 'lead'] as const;

/** Somebody who opted out, or cannot be reached, is not made active by hand. */
function ContactStatusMenu({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const { choose } = useSaveProperty(contact);
  const [leaving, setLeaving] = useState(false);
  const status = changeable.find((one) => one === contact.status);
  if (!mayWrite || !status) return <StatusBadge status={contact.status} />;
  const label = t('form.status');
  const pick = (picked: string) =>
    void choose({ label, change: { status: changeable.find((one) => one === picked) }, before: { status } });
  return (
    <>
      <Menu
        align="start"
        trigger={
          <InPlaceButton label={label} className="ml-0! px-1!">
            <StatusBadge status={contact.status} />
          </InPlaceButton>
        }
      >
        <MenuChoices
          value={status}
          onValueChange={pick}
          options={changeable.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <MenuSeparator />
        <MenuItem danger onSelect={() => setLeaving(true)}>
          {t('sheet.unsubscribe')}
        </MenuItem>
      </Menu>
      {leaving && <Unsubscribe contact={contact} channel="email" onClose={() => setLeaving(false)} />}
    </>
  );
}

import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { Menu, MenuChoices, type MenuChoice } from '#ui/menu.tsx';
import { EditInPlace, InPlaceButton, Nothing, type Save } from './edit-in-place.tsx';

type PropertyLineProps = { label: string; wide?: boolean; children: ReactNode };

/** Two stand side by side where there is room; a wide one has the line for itself. */
export function PropertyLine({ label, wide = false, children }: PropertyLineProps) {
  return (
    <div
      className={cx(
        'grid min-h-8 grid-cols-[6.25rem_minmax(0,1fr)] items-center gap-x-3 text-sm',
        wide && 'sm:col-span-2',
      )}
    >
      <dt className="self-start truncate leading-8 text-muted" title={label}>
        {label}
      </dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  );
}

type PropertyRowProps = {
  label: string;
  /** As it is typed. */
  value: string;
  /** As it is read, where that differs. */
  shown?: ReactNode;
  type?: 'text' | 'tel' | 'number' | 'date' | undefined;
  /** With these it is chosen instead of typed. */
  options?: readonly MenuChoice[] | undefined;
  wide?: boolean;
  /** Undefined where it can only be read. */
  onSave: Save | undefined;
};

/** Text to read, which a click makes a field or a menu: nothing changes by a key that was meant for the page. */
export function PropertyRow({ label, value, shown, type, options, wide = false, onSave }: PropertyRowProps) {
  if (!onSave)
    return (
      <PropertyLine label={label} wide={wide}>
        {shown || value || <Nothing />}
      </PropertyLine>
    );
  return (
    <PropertyLine label={label} wide={wide}>
      {options ? (
        <Menu align="start" trigger={<InPlaceButton label={label}>{shown || value || <Nothing />}</InPlaceButton>}>
          <MenuChoices value={value} options={options} onValueChange={(picked) => void onSave(picked)} />
        </Menu>
      ) : (
        <EditInPlace
          label={label}
          value={value}
          shown={shown}
          type={type}
          onSave={onSave}
          className="w-[calc(100%+0.5rem)]"
        />
      )}
    </PropertyLine>
  );
}

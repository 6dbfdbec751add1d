import { ArrowLeft, ChevronRight } from 'lucide-react';
import { cloneElement, createContext, isValidElement, use, type ReactNode } from 'react';
import { Count } from './badge.tsx';
import { buttonClass } from './button-class.ts';
import { cx } from './class-names.ts';
import { useUiText } from './ui-text.tsx';

type PageHeaderProps = {
  title: ReactNode;
  count?: ReactNode;
  /** Links that lead here, outermost first. */
  breadcrumb?: readonly ReactNode[] | undefined;
  /** Badges and save state beside the title. */
  status?: ReactNode;
  /** Page actions, primary last. */
  actions?: ReactNode;
};

/** What the shell adds to every header: whose records the page shows, and on small screens menu button and search. */
export const PageHeaderSlots = createContext<{ start?: ReactNode; context?: ReactNode; end?: ReactNode }>({});

/** The 60 px bar on top of the panel. The h1 takes focus after a route change. */
export function PageHeader({ title, count, breadcrumb, status, actions }: PageHeaderProps) {
  const hasTrail = breadcrumb !== undefined && breadcrumb.length > 0;
  const slots = use(PageHeaderSlots);
  // On a phone the page of one record has room for its name and what can be done with it, and for the way back.
  const shellClass = cx('contents', hasTrail && 'max-md:hidden');
  return (
    <header className="sticky top-0 z-(--z-sticky) flex min-h-(--header) shrink-0 items-center gap-3 border-b border-line bg-surface px-7 py-2 max-xl:px-5 max-lg:px-4 max-sm:gap-2">
      <div className={shellClass}>{slots.start}</div>
      {hasTrail && <BackLink link={breadcrumb.at(-1)} />}
      {hasTrail && <Breadcrumb links={breadcrumb} />}
      <h1
        tabIndex={-1}
        className={cx(
          'min-w-0 truncate font-display font-semibold tracking-[-0.02em] text-ink outline-none',
          hasTrail ? 'text-[1.125rem] leading-6' : 'text-lg',
        )}
      >
        {title}
      </h1>
      {count !== undefined && <Count className="text-sm!">{count}</Count>}
      {status}
      {slots.context}
      {(actions || slots.end) && (
        <div className="ml-auto flex shrink-0 items-center gap-2.5 max-sm:gap-1">
          <div className={shellClass}>{slots.end}</div>
          {actions}
        </div>
      )}
    </header>
  );
}

/** Stands for the trail on a phone, in the place of the menu button. */
function BackLink({ link }: { link: ReactNode }) {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(link)) return null;
  const className = cx(buttonClass({ variant: 'ghost', size: 'icon-md' }), '-ml-2 md:hidden!');
  return cloneElement(
    link,
    { className },
    <ArrowLeft aria-hidden className="icon-control" />,
    <span className="sr-only">{link.props.children}</span>,
  );
}

function Breadcrumb({ links }: { links: readonly ReactNode[] }) {
  const text = useUiText();
  return (
    <nav aria-label={text.breadcrumb} className="max-md:hidden">
      <ol className="flex items-center gap-2 text-sm text-subtle">
        {links.map((link, index) => (
          // The trail never reorders.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex items-center gap-2 [&_a:hover]:text-ink">
            {link}
            <ChevronRight aria-hidden className="size-3.5" />
          </li>
        ))}
      </ol>
    </nav>
  );
}

type PartProps = { className?: string | undefined; children: ReactNode };

/** Search, filters and view choices under the header. */
export function PageToolbar({ className, children }: PartProps) {
  return (
    <div
      className={cx(
        'flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-surface px-7 py-3 max-xl:px-5 max-lg:px-4',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** The page's gutter. `narrow` is for settings and forms (900). */
export function PageBody({ narrow, className, children }: PartProps & { narrow?: boolean | undefined }) {
  return (
    <div
      className={cx('w-full px-7 py-5 max-xl:px-5 max-lg:px-4', narrow ? 'max-w-[900px]' : 'max-w-[1440px]', className)}
    >
      {children}
    </div>
  );
}

type SectionHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
};

export function SectionHeader({ title, description, actions, className }: SectionHeaderProps) {
  return (
    <div className={cx('flex flex-wrap items-center justify-between gap-3', className)}>
      <div className="min-w-0">
        <h2 className="text-md font-semibold text-ink">{title}</h2>
        {description && <p className="max-w-(--measure) text-sm text-muted">{description}</p>}
      </div>
      {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
    </div>
  );
}

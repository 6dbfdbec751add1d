import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { waggle } from '#lib/brand.ts';

/** The roles of the dark theme, because the panel stays dark in both. */
export const darkRoles = {
  '--surface': 'var(--wax-900)',
  '--text': 'var(--wax-50)',
  '--text-muted': 'var(--wax-400)',
  '--text-subtle': 'var(--wax-450)',
} as CSSProperties;

/** The waggle dance, drawn: its angle to the sun tells the direction, its length the distance. Always dark. */
export function DancePanel() {
  const { t } = useTranslation('accounts');
  return (
    <aside
      style={darkRoles}
      className="sticky top-2 my-2 mr-2 hidden h-[calc(100dvh-1rem)] min-h-[30rem] flex-col justify-end overflow-hidden rounded-xl bg-surface p-12 text-ink lg:flex"
    >
      <DancePicture direction={t('dance.direction')} distance={t('dance.distance')} />
      <p className="relative max-w-[29rem] font-display text-[1.4375rem] leading-[1.875rem] font-semibold tracking-[-0.015em]">
        {t('dance.title')}
      </p>
      <p className="relative mt-2 max-w-[26rem] text-base text-muted">{t('dance.text', { brand: waggle.name })}</p>
    </aside>
  );
}

const waggleRun =
  'M272 515C276 511 282 505 284 500C286 495 284 489 288 486C292 483 301 487 306 484C311 481 310 474 309 467C307 461 304 456 307 453C311 449 321 453 328 452C335 450 337 445 336 438C334 431 330 425 333 421C336 417 346 421 353 419C360 418 361 412 360 405C359 398 357 392 361 389C365 386 374 386 379 383C384 379 386 371 389 364';

function DancePicture({ direction, distance }: { direction: string; distance: string }) {
  return (
    <svg aria-hidden viewBox="0 0 712 884" preserveAspectRatio="xMidYMin slice" className="absolute inset-0 size-full">
      <defs>
        <pattern id="comb" width="59" height="102" patternUnits="userSpaceOnUse">
          <path
            d="M29.5 2 56.5 17.5V49L29.5 64.5 2.5 49V17.5ZM0 53 27 68.5V100L0 115.5-27 100V68.5ZM59 53 86 68.5V100L59 115.5 32 100V68.5ZM0-49 27-33.5V-2L0 13.5-27-2V-33.5ZM59-49 86-33.5V-2L59 13.5 32-2V-33.5Z"
            fill="none"
            stroke="var(--text)"
            strokeOpacity="0.07"
          />
        </pattern>
        <radialGradient id="comb-fade" cx="0.42" cy="0.5" r="0.62">
          <stop offset="0.25" stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity="0.18" />
        </radialGradient>
        <mask id="comb-mask">
          <rect width="712" height="884" fill="url(#comb-fade)" />
        </mask>
      </defs>
      <rect width="712" height="884" fill="url(#comb)" mask="url(#comb-mask)" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <Sun />
        <path d="M330 180V322" stroke="var(--text-subtle)" strokeWidth="1.5" strokeDasharray="0.1 6" />
        <path d="M330 244A122 122 0 0 1 452 285" stroke="var(--text-subtle)" strokeOpacity="0.7" />
        <path
          d="M389 364C381 303 341 289 305 290 233 293 186 357 194 424 201 476 229 504 272 515M389 364C444 366 486 410 483 458 478 520 425 569 367 570 327 570 290 545 272 515"
          stroke="var(--accent)"
          strokeOpacity="0.45"
          strokeWidth="1.5"
        />
        <path
          d="M213 347 213 335M213 347 224 343M448 532 451 520M448 532 460 528"
          stroke="var(--accent)"
          strokeOpacity="0.55"
          strokeWidth="1.5"
        />
        <path d={waggleRun} stroke="var(--accent)" strokeWidth="3" />
        <path d="M389 364 526 190" stroke="var(--accent)" strokeWidth="2" strokeDasharray="0.1 7" />
      </g>
      <circle cx="389" cy="364" r="5" fill="var(--accent)" />
      <Flower />
      <g fill="var(--text-muted)" fontSize="12.5" fontWeight="500">
        <text x="376" y="233">
          {direction}
        </text>
        <text x="350" y="475">
          {distance}
        </text>
      </g>
    </svg>
  );
}

const rays = [0, 45, 90, 135, 180, 225, 270, 315];

function Sun() {
  return (
    <g stroke="var(--text-muted)" strokeWidth="1.5" transform="translate(330 147)">
      <circle r="8" />
      {rays.map((angle) => (
        <path key={angle} d="M0-13V-17" transform={`rotate(${angle})`} />
      ))}
    </g>
  );
}

const petals = [0, 60, 120, 180, 240, 300];

function Flower() {
  return (
    <g transform="translate(543 166)">
      {petals.map((angle) => (
        <ellipse key={angle} cy="-13" rx="7" ry="9.5" fill="var(--honey-200)" transform={`rotate(${angle})`} />
      ))}
      <circle r="7" fill="var(--honey-500)" />
    </g>
  );
}

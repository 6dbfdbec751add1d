import { useEffect } from 'react';
import { GalleryControls } from './gallery-controls.tsx';
import { GalleryData } from './gallery-data.tsx';
import { GalleryIdentity } from './gallery-identity.tsx';
import { GalleryLayers } from './gallery-layers.tsx';
import { GalleryStates } from './gallery-states.tsx';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/**
 * Every part in every state, light beside dark. Tokens switch on the root element only, so each theme and
 * each width is the same page again in a frame: `?frame=light`.
 */
export function UiGalleryScreen() {
  const frame = themes.find((theme) => theme === new URLSearchParams(location.search).get('frame'));
  return frame ? <Gallery theme={frame} /> : <Frames />;
}

function Frames() {
  return (
    <main className="grid min-h-dvh gap-4 p-4">
      <h1 className="font-display text-lg font-semibold">Waggle parts</h1>
      <div className="grid grid-cols-2 gap-4">
        {themes.map((theme) => (
          // Our own page, with its scripts and storage: a sandbox would allow both anyway.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe
            key={theme}
            title={`Parts, ${theme}`}
            src={`${location.pathname}?frame=${theme}`}
            className="h-[90dvh] w-full rounded-lg border border-line-strong"
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-4">
        {themes.map((theme) => (
          // Our own page, with its scripts and storage: a sandbox would allow both anyway.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe
            key={theme}
            title={`Parts on a phone, ${theme}`}
            src={`${location.pathname}?frame=${theme}`}
            width={390}
            height={844}
            className="rounded-lg border border-line-strong"
          />
        ))}
      </div>
    </main>
  );
}

function Gallery({ theme }: { theme: Theme }) {
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <main className="grid items-start gap-4 p-6 max-sm:p-4 md:grid-cols-2 xl:grid-cols-3">
      <h1 className="sr-only">{`Waggle parts, ${theme}`}</h1>
      <GalleryControls />
      <GalleryIdentity />
      <GalleryStates />
      <GalleryLayers />
      <GalleryData />
    </main>
  );
}

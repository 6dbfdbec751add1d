import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { inLook, type Look } from './builder/preview/color-scheme.ts';

type EmailPageProps = { title: string; html: string; width: 'desktop' | 'phone'; look?: Look };

/** Pixels of the window an email is laid out for on a desk; the frame is scaled to the room there is. */
const deskWidth = 720;

/** As wide as on a desk, and as small as the room is. */
function deskStyle(room: number): CSSProperties {
  const scale = Math.min(1, (room || deskWidth) / deskWidth);
  return { width: deskWidth, height: `${100 / scale}%`, transform: `scale(${scale})`, transformOrigin: '0 0' };
}

function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

/** An email in a frame that may do nothing: no scripts, no forms, no way to the page around it. As high as its parent. */
export function EmailPage({ title, html, width, look = 'light' }: EmailPageProps) {
  const place = useRef<HTMLDivElement>(null);
  const room = useWidth(place);
  return (
    <div ref={place} className="absolute inset-0 overflow-hidden">
      <iframe
        title={title}
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={inLook(html, look)}
        style={width === 'phone' ? undefined : deskStyle(room)}
        className="absolute inset-0 h-full w-full border-0"
      />
    </div>
  );
}

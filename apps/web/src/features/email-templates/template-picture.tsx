import { useQuery } from '@tanstack/react-query';
import type { EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { useEffect, useRef, useState } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';
import { type TemplateLook, templateQuery, useTemplateLanguage } from './queries.ts';
import { forSampleReader, inScheme } from './sample-reader.ts';

/** Pixels an email is laid out for before it is made small. */
const pageWidth = 640;

/** Whether it has come into view: a gallery of 500 asks for those that are looked at. */
function useSeen() {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '200px',
    });
    const size = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    sight.observe(element);
    size.observe(element);
    return () => {
      sight.disconnect();
      size.disconnect();
    };
  }, []);
  return { place, seen, width };
}

type TemplatePictureProps = { template: Pick<EmailTemplateSummary, 'id' | 'name'>; look?: TemplateLook };

/** The top of the email itself, drawn small in a frame that may do nothing. */
export function TemplatePicture({ template, look }: TemplatePictureProps) {
  const { place, seen, width } = useSeen();
  const language = useTemplateLanguage();
  const html = useQuery({ ...templateQuery(template.id, look ?? { language, colors: 'brand' }), enabled: seen }).data
    ?.htmlContent;
  const scale = width / pageWidth;
  return (
    <div ref={place} aria-hidden className="relative aspect-[3/4] w-full overflow-hidden rounded-md bg-white">
      {html === undefined || width === 0 ? (
        <Skeleton className="absolute inset-0" />
      ) : (
        <iframe
          title={template.name}
          tabIndex={-1}
          sandbox=""
          referrerPolicy="no-referrer"
          scrolling="no"
          srcDoc={inScheme(forSampleReader(html), false)}
          style={{ width: pageWidth, height: `${100 / scale}%`, transform: `scale(${scale})`, transformOrigin: '0 0' }}
          className="pointer-events-none absolute inset-0 border-0"
        />
      )}
    </div>
  );
}

import { dataId, type PageData } from '@waggle/forms/page/data';

/** Undefined on a page that asks nothing. */
export function readData(): PageData | undefined {
  const text = document.getElementById(dataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}

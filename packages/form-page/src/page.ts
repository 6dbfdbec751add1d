import { answerHost } from './in-frame.ts';
import { readData } from './read-data.ts';
import { takeOver } from './take-over.ts';

/** What makes the page of a form better where scripts run; it is whole without. */
const formId = (/^\/forms\/([0-9a-f-]{36})$/i.exec(location.pathname) || [])[1];
if (formId) {
  const tellSent = answerHost(formId.toLowerCase(), () => new URLSearchParams(location.search).has('sent'));
  const data = readData();
  if (data) takeOver(data, tellSent);
}

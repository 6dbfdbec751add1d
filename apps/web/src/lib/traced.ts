import { pageSays } from './page-words.ts';

/** The page says so when the server has a collector for traces; only then a call begins one. */
const isTraced = pageSays('traced');
const hex = () => crypto.randomUUID().replaceAll('-', '');

/** What continues a call in the server, as https://www.w3.org/TR/trace-context/ says. */
export const traced = () => (isTraced ? { traceparent: `00-${hex()}-${hex().slice(16)}-01` } : {});

import { describeForeignIds } from './foreign-ids.ts';

describeForeignIds(1);

import * as contract from '@waggle/contracts/dashboard';
import { type Mount, serve } from '#platform/http/serve.ts';
import { readStartList } from './start-list.ts';

export function dashboardRoutes(mount: Mount): void {
  serve(mount, contract.readStartList, (ctx) => readStartList(ctx));
}

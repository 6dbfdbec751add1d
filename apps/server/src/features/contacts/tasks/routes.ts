import * as contract from '@waggle/contracts/contact-tasks';
import { type Mount, serve } from '#platform/http/serve.ts';
import { presentMyTask, presentTask } from './present.ts';
import * as tasks from './tasks.ts';

export function taskRoutes(mount: Mount): void {
  serve(mount, contract.listContactTasks, async (ctx, { params }) => {
    const { open, done } = await tasks.listTasks(ctx, params.contactId);
    return { open: open.map(presentTask), done: done.map(presentTask) };
  });
  serve(mount, contract.addContactTask, async (ctx, { params, body }) =>
    presentTask(await tasks.addTask(ctx, params.contactId, body)),
  );
  serve(mount, contract.updateContactTask, async (ctx, { params, body }) =>
    presentTask(await tasks.updateTask(ctx, params, body)),
  );
  serve(mount, contract.deleteContactTask, (ctx, { params }) => tasks.deleteTask(ctx, params));
  serve(mount, contract.listAssignees, async (ctx, { params }) => ({
    items: await tasks.listAssignees(ctx, params.contactId),
  }));
  serve(mount, contract.listMyTasks, async (ctx) => {
    const { items, total } = await tasks.listMyTasks(ctx);
    return { items: items.map(presentMyTask), total };
  });
}

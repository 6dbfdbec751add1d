import { redraw } from '../features/images/redraw.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

serveTasks({ redraw });

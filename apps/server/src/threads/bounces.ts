import { readBounce } from '../edge/bounces/read-bounce.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

serveTasks({ read: readBounce });

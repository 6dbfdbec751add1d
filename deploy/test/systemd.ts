import { join } from 'node:path';
import type { Figure } from '../../bench/figures.ts';
import type { Part } from './machine.ts';
import { startBareMachine } from './systemd/bare-machine.ts';
import { checkUnits } from './systemd/check-units.ts';

/** The units of deploy/systemd on a machine where systemd is the first process. */
export const systemd: Part = {
  name: 'systemd',
  async run(machine): Promise<Figure[]> {
    const out = join(machine.data, 'systemd');
    await machine.run(process.execPath, ['deploy/image/build.ts', '--tree', '--out', out]);
    const bare = await startBareMachine(machine, join(out, 'root/opt/waggle'));
    try {
      return await checkUnits(bare);
    } finally {
      await bare.remove();
    }
  },
};

import { compose } from './compose.ts';
import { engine } from './engine.ts';
import { files } from './files.ts';
import { image } from './image.ts';
import { kill } from './kill.ts';
import { kubernetes } from './kubernetes.ts';
import type { Part } from './machine.ts';
import { routing } from './routes.ts';
import { scaled } from './scaled.ts';
import { systemd } from './systemd.ts';

/** In the order in which they run when none is named. */
export const parts: readonly Part[] = [engine, files, routing, image, compose, kill, scaled, systemd, kubernetes];

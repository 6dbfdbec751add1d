import type { LucideIcon } from 'lucide-react';

export type Icon = LucideIcon;

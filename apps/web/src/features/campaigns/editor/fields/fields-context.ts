import { createContext, use } from 'react';

export type EmailField = {
  /** As it is stored: `first_name`. */
  name: string;
  /** As people know it: 'First name'. */
  label: string;
};

export type Fields = {
  list: readonly EmailField[];
  tags: readonly { id: string; name: string }[];
  label: (name: string) => string;
  /** What stands for a field on the canvas: 'First name or “there”'. */
  chip: (name: string, fallback: string) => string;
};

export const FieldsContext = createContext<Fields>({
  list: [],
  tags: [],
  label: (name) => name,
  chip: (name) => name,
});

export const useFields = (): Fields => use(FieldsContext);

/** Languages of alarm messages: 0 is the platform's language, the others are LANGUAGES in their order. */
export const messageLanguages = [
  { value: 0, label: ['与平台相同', '與平台相同', 'As the platform'] },
  { value: 1, label: ['简体中文', '簡體中文', 'Simplified Chinese'] },
  { value: 2, label: ['繁体中文', '繁體中文', 'Traditional Chinese'] },
  { value: 3, label: ['英文', '英文', 'English'] },
] as const

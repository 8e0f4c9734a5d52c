import { labelIndex, type Language } from '../../i18n/types.ts'

/** A text of the demo: zhCN, zhTW (written for Taiwan), English. */
export type Text = readonly [zhCN: string, zhTW: string, zhEN: string]

/** Returns a function that picks a text's language: that of DEMO_LANG when the city is seeded. */
export const translatorFor =
  (language: Language) =>
  (text: Text): string =>
    text[labelIndex[language]]

/** Sentences by key, in folders of any depth. ICU syntax: `{count, plural, one {# lead} other {# leads}}`. */
export type Messages = { readonly [key: string]: string | Messages }

/** The same keys in another language. */
export type Translated<M> = { readonly [K in keyof M]: M[K] extends string ? string : Translated<M[K]> }

type Target = {
  matches: (selectors: string) => boolean
  closest: (selector: string) => { getAttribute: (name: string) => string | null } | null
}

/** Whether Ctrl+Z means what was typed in a field that is not part of the flow, or a dialog. */
export const hasOwnUndo = (target: Target): boolean =>
  target.matches('input, textarea, [contenteditable]')
    ? target.closest('[data-undo]')?.getAttribute('data-undo') !== 'flow'
    : target.closest('[role="dialog"]') !== null

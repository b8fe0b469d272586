import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Looks at the document of a page; frames have none of ours, and what holds need not be described. */
export async function openAxe(page: Page): Promise<AxeBuilder> {
  // To run axe's source again took a quarter of an analysis; a document that was analysed before has it.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) })
  // Without a page of its own for what frames say.
  return axe.setLegacyMode().options({ resultTypes: ['violations'] })
}

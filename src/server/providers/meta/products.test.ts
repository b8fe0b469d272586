import { describe, expect, it } from 'vitest'
import { productsAction } from './calls/message-payload.ts'

describe('the products of a message', () => {
  it('name products in sections, at most 30', () => {
    expect(productsAction('Cakes: a, b; Breads: c')).toEqual({
      thumbnail_product_retailer_id: 'a',
      sections: [
        { title: 'Cakes', product_items: [{ product_retailer_id: 'a' }, { product_retailer_id: 'b' }] },
        { title: 'Breads', product_items: [{ product_retailer_id: 'c' }] },
      ],
    })
    expect(productsAction(' ; ')).toBeUndefined()
    expect(() => productsAction(Array.from({ length: 31 }, (_, at) => `s${at}`).join())).toThrow(/at most 30/)
  })
})

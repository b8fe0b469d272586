/**
 * Does work again that PostgreSQL ended because two waited for each other. Work takes its rows in one order; where the
 * planner, or a person with several leads, makes another, one of two is told to try again.
 * @param work one transaction or statement as a whole: part of one cannot be done again.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries > 1 && (error as { code?: string }).code === '40P01')
      return await retryOnDeadlock(work, tries - 1)
    throw error
  }
}

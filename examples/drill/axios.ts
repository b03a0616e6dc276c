/** axios with axios-retry. */
import axios from 'axios';
import axiosRetry from 'axios-retry';
import { baseUrl, headers, type Pet, useClient } from './animals.ts';

const api = axios.create({ baseURL: baseUrl, headers, timeout: 5000 });
axiosRetry(api, { retries: 3, retryDelay: axiosRetry.exponentialDelay });

await useClient({
  list: async () => (await api.get<readonly Pet[]>('/pets')).data,
  add: async (pet) => (await api.post<Pet>('/pets', pet)).data,
});

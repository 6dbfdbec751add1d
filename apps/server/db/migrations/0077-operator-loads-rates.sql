-- `waggle load-rates` runs under the login of the application.
grant insert, update on exchange_rates to waggle_app;

"""Adapters to frameworks that train and evaluate language models. Each module needs the package of its name.

- :mod:`rushlab.adapters.reasoning_gym`: a registered procedural dataset with a curriculum
- :mod:`rushlab.adapters.inspect_ai`: a task and its scorer
- :mod:`rushlab.adapters.lm_eval`: a task
- :mod:`rushlab.adapters.verifiers`: a taskset
- :mod:`rushlab.adapters.textarena`: a game of many turns
- :mod:`rushlab.adapters.dialogue`: play of many turns for any framework; it needs no package
"""
